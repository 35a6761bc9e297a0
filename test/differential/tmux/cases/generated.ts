import { commandTable } from "../../../../src/doors/tmux/command-table.ts";
import type { Cases } from "../compare.ts";

/** Letters that no flag of any command is. */
const NO_FLAG = "y";
/** Commands that talk to a terminal or end the server: their refusals differ or hide the point. */
const SETUP = "new-session -d -s one -x 80 -y 24 cat";
/** Flags that later versions added and that we take too. */
const OURS_ONLY: Readonly<Record<string, string>> = {};

/** For every command: an unknown flag, its usage, and too few or too many operands. */
export const generatedArgumentCases: Cases = Object.fromEntries(
  commandTable.map(({ name, flags, min = 0, max = 0 }) => {
    const unknown =
      [..."zyQ9"].find((letter) => !flags.includes(letter) && !OURS_ONLY[name]?.includes(letter)) ?? NO_FLAG;
    const lines = [SETUP, `${name} -${unknown}`, `${name} -_`, `${name} -?`];
    if (min > 0) lines.push(`${name}`);
    if (Number.isFinite(max)) lines.push(`${name} ${"x ".repeat(max + 1)}`);
    return [`arguments of ${name}`, lines.join("\n")];
  }),
);

/** What -t and -s may be, right and wrong. */
const TARGETS = [
  "nosuch",
  "one:9",
  "one:0.9",
  "%99",
  "@99",
  "$99",
  "=on",
  "on",
  "one:",
  ":0",
  ".0",
  "one:wi*",
  "'{last}'",
  "+",
  "!",
  "{marked}",
  "''",
];
/** Commands that would change much for a right target, or wait: they get only the wrong ones. */
const WRONG_ONLY = 6;

const OPERANDS: Readonly<Record<string, string>> = {
  "rename-session": "two",
  "rename-window": "two",
  "find-window": "x",
  "set-option": "@a 1",
  "set-window-option": "@a 1",
  "set-hook": "after-new-window list-keys",
  "set-environment": "A 1",
  "if-shell": "-F 1 list-sessions",
  "display-menu": "a b c",
  "send-keys": "x",
  "display-message": "-p #{session_name}:#{window_index}.#{pane_index}",
  "list-windows": "-F #{window_index}",
  "list-panes": "-F #{pane_index}",
  "show-options": "-v status",
  "show-window-options": "-v mode-keys",
  "show-hooks": "after-new-window",
  "show-environment": "-s",
  "run-shell": "true",
  "capture-pane": "-p",
};

const READERS = new Set([
  "has-session",
  "display-message",
  "list-windows",
  "list-panes",
  "show-options",
  "show-window-options",
  "capture-pane",
  "list-clients",
]);

/** For every command with a target: what it says about targets of every shape. */
export const generatedTargetCases: Cases = Object.fromEntries(
  commandTable
    .filter(({ target }) => target !== undefined)
    .map(({ name }) => {
      const targets = READERS.has(name) ? TARGETS : TARGETS.slice(0, WRONG_ONLY);
      const lines = targets.map((target) => `${name} -t ${target} ${OPERANDS[name] ?? ""}`);
      return [`targets of ${name}`, [SETUP, "new-window -d -t one: -n win cat", ...lines].join("\n")];
    }),
);

/** For every command with a source. */
export const generatedSourceCases: Cases = Object.fromEntries(
  commandTable
    .filter(({ source }) => source !== undefined)
    .map(({ name }) => {
      const lines = TARGETS.slice(0, WRONG_ONLY).map((target) => `${name} -s ${target}`);
      return [`sources of ${name}`, [SETUP, ...lines].join("\n")];
    }),
);
