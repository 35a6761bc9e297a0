import type { PaneDirection } from "../../../core/layout/neighbours.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { parseNumber } from "../parse-number.ts";

const FLAGS = "aADLRt:Ux:y:";
type Run = CommandRun<typeof FLAGS, "window">;

const INT_MAX = 2147483647;
const MAX_CELLS = 10000;
const DIRECTIONS = [
  ["L", "left"],
  ["R", "right"],
  ["U", "up"],
  ["D", "down"],
] as const satisfies readonly (readonly [string, PaneDirection])[];

export const resizeWindow = defineCommand({
  name: "resize-window",
  alias: "resizew",
  flags: FLAGS,
  max: 1,
  usage: "[-aADLRU] [-x width] [-y height] [-t target-window] [adjustment]",
  target: "window",
  afterHook: true,
  run(run) {
    const { args, mux, target } = run;
    const [text] = args.operands;
    const by = text === undefined ? 1 : checked(parseNumber(text, { min: 1, max: INT_MAX }), "adjustment");
    const cols = size(run, "x", "width");
    const rows = size(run, "y", "height");
    const direction = DIRECTIONS.find(([flag]) => args[flag])?.[1];
    mux.resizeWindow(target.window, {
      session: target.session,
      ...(cols !== undefined && { cols }),
      ...(rows !== undefined && { rows }),
      ...(direction && { adjust: { direction, by } }),
      ...(args.A ? { fit: "largest" } : args.a ? { fit: "smallest" } : {}),
    });
  },
});

function size({ args }: Run, flag: "x" | "y", what: string): number | undefined {
  const text = args[flag];
  return text === undefined ? undefined : checked(parseNumber(text, { min: 1, max: MAX_CELLS }), what);
}

function checked(value: number | string, what: string): number {
  if (typeof value === "string") throw new CommandError(`${what} ${value}`);
  return value;
}
