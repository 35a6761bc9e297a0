import type { PaneDirection } from "../../../core/layout/neighbours.ts";
import type { MousePlace } from "../../../core/tree/tree.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import type { Arguments } from "../parse-commands/command.ts";
import { accepted, INT_MAX, parseNumber, parseSize } from "./shared/parse-number.ts";

const FLAGS = "DLMRTt:Ux:y:Z";
type Run = CommandRun<typeof FLAGS, "pane">;

export const resizePane = defineCommand({
  name: "resize-pane",
  alias: "resizep",
  flags: FLAGS,
  max: 1,
  usage: "[-DLMRTUZ] [-x width] [-y height] [-t target-pane] [adjustment]",
  target: "pane",
  afterHook: true,
  async run(run) {
    const { args, door, mux, target } = run;
    if (args.T) {
      if (target.pane.modes.length > 0) return;
      if (target.pane.process) await door.hosted.flush(target.pane);
      return target.pane.screen.dropBelowCursor();
    }
    if (args.M) return drag(run);
    if (args.Z) return mux.toggleZoom(target.pane);
    const adjustment = resizeAdjustment(args);
    const cols = size(run, "x");
    const rows = size(run, "y");
    mux.resizePane(target.pane, {
      ...(cols !== undefined && { cols }),
      ...(rows !== undefined && { rows }),
      ...adjustment,
    });
  },
});

/** -M: the mouse drags the borders under it until its button is released. Does nothing without a mouse. */
function drag({ client, door, mux, state }: Run): void {
  const { mouse } = state.press ?? {};
  const face = client && door.faces.of(client);
  if (!mouse?.link || !face || client.session !== mouse.link.session) return;
  const onMove = ({ inWindow }: MousePlace) => {
    const { session } = client;
    if (inWindow && session) mux.dragBorders(session.current.window, inWindow);
  };
  face.keys.drag({ onMove });
  onMove(mouse);
}

function size({ args, target: { window } }: Run, flag: "x" | "y"): number | undefined {
  const text = args[flag];
  if (text === undefined) return undefined;
  const whole = flag === "x" ? window.cols : window.rows;
  return accepted(flag === "x" ? "width" : "height", parseSize(text, { min: 0, max: INT_MAX, whole }));
}

const WINDOW_FLAGS = "aADLRt:Ux:y:";

const MAX_CELLS = 10000;

export const resizeWindow = defineCommand({
  name: "resize-window",
  alias: "resizew",
  flags: WINDOW_FLAGS,
  max: 1,
  usage: "[-aADLRU] [-x width] [-y height] [-t target-window] [adjustment]",
  target: "window",
  afterHook: true,
  run(run) {
    const { args, mux, target } = run;
    const adjustment = resizeAdjustment(args);
    const cols = windowSize(run, "x");
    const rows = windowSize(run, "y");
    mux.resizeWindow(target.window, {
      session: target.session,
      ...(cols !== undefined && { cols }),
      ...(rows !== undefined && { rows }),
      ...adjustment,
      ...(args.A ? { fit: "largest" } : args.a ? { fit: "smallest" } : {}),
    });
  },
});

function windowSize(
  { args }: CommandRun<typeof WINDOW_FLAGS, "window">,
  flag: "x" | "y",
): number | undefined {
  const text = args[flag];
  if (text === undefined) return undefined;
  return accepted(flag === "x" ? "width" : "height", parseNumber(text, { min: 1, max: MAX_CELLS }));
}

/** The direction of `-L -R -U -D`; the first of them counts. */
export function directionOf({ L, R, U, D }: Arguments<"LRUD">): PaneDirection | undefined {
  return L ? "left" : R ? "right" : U ? "up" : D ? "down" : undefined;
}

/** `-L -R -U -D [adjustment]` of resize-pane and resize-window; the number is validated even if it is not needed. */
function resizeAdjustment(args: Arguments<"LRUD">): {
  readonly adjust?: { readonly direction: PaneDirection; readonly by: number };
} {
  const [text] = args.operands;
  const by = text === undefined ? 1 : accepted("adjustment", parseNumber(text, { min: 1, max: INT_MAX }));
  const direction = directionOf(args);
  return direction ? { adjust: { direction, by } } : {};
}
