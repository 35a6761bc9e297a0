import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isListening } from "../../wire/is-listening.ts";
import { OWN_SERVER, socketDirectory } from "../own-server.ts";
import { bad, type Check, type Finding, good, note, type Scene } from "./finding.ts";

/** The sockets where tmux's stand: ours, a real tmux's, or nobody's. */
export const checkSockets: Check = {
  name: "tmux sockets",
  async run(scene) {
    const directory = socketDirectory(scene.environment.TMUX_TMPDIR);
    const paths = socketsIn(directory);
    const listening = await Promise.all(paths.map(isListening));
    const stale = paths.filter((_, index) => !listening[index]);
    const findings = paths.filter((_, index) => listening[index]).map((path) => explain(path, scene));
    if (stale.length > 0)
      findings.push(note(`nobody listens on ${stale.join(" ")}`, `rm ${stale.join(" ")}`));
    return findings.length > 0 ? findings : [good(`none in ${directory}`)];
  },
};

function explain(path: string, { tree }: Scene): Finding {
  if (tree?.servers.some(({ socket }) => socket === path)) return good(`${path} is ours`);
  const sentence = `${path} belongs to another program (a real tmux?)`;
  if (!path.endsWith(`/${OWN_SERVER}`)) return note(sentence);
  return bad(sentence, `end it with the tmux that made it: tmux -S ${path} kill-server`);
}

export function socketsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .map((name) => join(directory, name))
      .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSocket());
  } catch {
    return [];
  }
}
