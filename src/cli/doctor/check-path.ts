import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { programs } from "../../package/programs.ts";
import { bad, type Check, type CheckInput, type Finding, good, note } from "./finding.ts";

export const checkPath: Check = {
  name: "PATH",
  run: (input) => [explain(input)],
};

function explain({ environment, root }: CheckInput): Finding {
  const first = firstOnPath("tmux", environment.PATH ?? "");
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

function firstOnPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => join(directory, name))
    .find((candidate) => {
      try {
        accessSync(candidate, constants.X_OK);
        return statSync(candidate).isFile();
      } catch {
        return false;
      }
    });
}

function sameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b) || statSync(a).ino === statSync(b).ino;
  } catch {
    return false;
  }
}
