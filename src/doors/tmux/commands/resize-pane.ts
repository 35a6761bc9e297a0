import type { PaneDirection } from "../../../core/layout/neighbours.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { parseNumber, parseSize } from "../parse-number.ts";

const FLAGS = "DLMRTt:Ux:y:Z";
type Run = CommandRun<typeof FLAGS, "pane">;

const INT_MAX = 2147483647;
const DIRECTIONS = [
  ["L", "left"],
  ["R", "right"],
  ["U", "up"],
  ["D", "down"],
] as const satisfies readonly (readonly [string, PaneDirection])[];

export const resizePane = defineCommand({
  name: "resize-pane",
  alias: "resizep",
  flags: FLAGS,
  max: 1,
  usage: "[-DLMRTUZ] [-x width] [-y height] [-t target-pane] [adjustment]",
  target: "pane",
  afterHook: true,
  refusedFlags: { T: "lines below the cursor are never taken out of the history" },
  run(run) {
    const { args, mux, target } = run;
    // The mouse drags nothing here, and tmux says nothing either.
    if (args.M) return;
    if (args.Z) return mux.toggleZoom(target.pane);
    const by = adjustment(run);
    const direction = DIRECTIONS.find(([flag]) => args[flag])?.[1];
    const cols = size(run, "x");
    const rows = size(run, "y");
    mux.resizePane(target.pane, {
      ...(cols !== undefined && { cols }),
      ...(rows !== undefined && { rows }),
      ...(direction && { adjust: { direction, by } }),
    });
  },
});

function adjustment({ args }: Run): number {
  const [text] = args.operands;
  const by = text === undefined ? 1 : parseNumber(text, { min: 1, max: INT_MAX });
  if (typeof by === "string") throw new CommandError(`adjustment ${by}`);
  return by;
}

function size({ args, target: { window } }: Run, flag: "x" | "y"): number | undefined {
  const text = args[flag];
  if (text === undefined) return undefined;
  const whole = flag === "x" ? window.cols : window.rows;
  const value = parseSize(text, { min: 0, max: INT_MAX, whole });
  if (typeof value === "string") throw new CommandError(`${flag === "x" ? "width" : "height"} ${value}`);
  return value;
}
