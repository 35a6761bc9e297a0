import { realpathSync, statSync } from "node:fs";
import { attempt } from "../../core/attempt.ts";
import { programs } from "../../package/programs.ts";
import { findOnPath } from "../executables.ts";
import { bad, type Check, type CheckInput, type Finding, good, note } from "./finding.ts";

export const checkPath: Check = {
  name: "PATH",
  run: (input) => [explain(input)],
};

function explain({ environment, root }: CheckInput): Finding {
  const first = findOnPath("tmux", environment.PATH ?? "");
  const ours = first !== undefined && sameFile(first, programs(root).tmux);
  const insidePane = environment.MULLION_BIN !== undefined;
  if (ours) return good(`tmux is ours: ${first}`);
  const found = first === undefined ? "there is no tmux on PATH" : `tmux is another one: ${first}`;
  const fix = `put ${programs(root).bin} first on PATH`;
  // Outside a pane the user's own tmux is a valid choice.
  return insidePane
    ? bad(`${found}, and this is a pane of ours`, fix)
    : note(`${found}; in our panes ours comes first`);
}

function sameFile(a: string, b: string): boolean {
  return attempt(() => realpathSync(a) === realpathSync(b) || statSync(a).ino === statSync(b).ino) ?? false;
}
