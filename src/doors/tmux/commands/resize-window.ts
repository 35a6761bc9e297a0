import { type CommandRun, defineCommand } from "../define-command.ts";
import { accepted, parseNumber } from "./shared/parse-number.ts";
import { resizeAdjustment } from "./shared/resize-adjustment.ts";

const FLAGS = "aADLRt:Ux:y:";
type Run = CommandRun<typeof FLAGS, "window">;

const MAX_CELLS = 10000;

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
    const adjustment = resizeAdjustment(args);
    const cols = size(run, "x");
    const rows = size(run, "y");
    mux.resizeWindow(target.window, {
      session: target.session,
      ...(cols !== undefined && { cols }),
      ...(rows !== undefined && { rows }),
      ...adjustment,
      ...(args.A ? { fit: "largest" } : args.a ? { fit: "smallest" } : {}),
    });
  },
});

function size({ args }: Run, flag: "x" | "y"): number | undefined {
  const text = args[flag];
  if (text === undefined) return undefined;
  return accepted(flag === "x" ? "width" : "height", parseNumber(text, { min: 1, max: MAX_CELLS }));
}
