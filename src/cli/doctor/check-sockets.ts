import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { isListening } from "../../wire/is-listening.ts";
import { OWN_SERVER, socketDirectory } from "../own-server.ts";
import { bad, type Check, type CheckInput, type Finding, good, note } from "./finding.ts";

const MOST_NAMED = 5;

/** Classifies the sockets in tmux's directory: ours, a real tmux's, or left over. */
export const checkSockets: Check = {
  name: "tmux sockets",
  async run(input) {
    const directory = socketDirectory(input.environment);
    const paths = socketsIn(directory);
    const listening = await Promise.all(paths.map(isListening));
    const stale = paths.filter((_, index) => !listening[index]);
    const findings = paths.filter((_, index) => listening[index]).map((path) => explain(path, input));
    if (stale.length > 0) findings.push(leftOver(stale));
    return findings.length > 0 ? findings : [good(`none in ${directory}`)];
  },
};

/** tmux leaves a socket behind for each killed server: some machines have hundreds. */
function leftOver(stale: readonly string[]): Finding {
  const named = stale.slice(0, MOST_NAMED).join(" ");
  const rest = stale.length - MOST_NAMED;
  if (rest <= 0) return note(`no process listens on ${named}`, `rm ${named}`);
  return note(
    `no process listens on ${stale.length} sockets: ${named} and ${rest} more`,
    "rm those that you do not need: a server that starts creates its own",
  );
}

function explain(path: string, { tree }: CheckInput): Finding {
  if (tree?.servers.some(({ socket }) => socket === path)) return good(`${path} is ours`);
  const sentence = `${path} belongs to another program (a real tmux?)`;
  if (!path.endsWith(`/${OWN_SERVER}`)) return note(sentence);
  return bad(sentence, `end it with the tmux that made it: tmux -S ${path} kill-server`);
}

export function socketsIn(directory: string): string[] {
  const paths = (attempt(() => readdirSync(directory)) ?? []).sort().map((name) => join(directory, name));
  return paths.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSocket());
}
