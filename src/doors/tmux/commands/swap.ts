import type { Pane } from "../../../core/tree/tree.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";

const FLAGS = "dDs:t:UZ";

export const swapPane = defineCommand({
  name: "swap-pane",
  alias: "swapp",
  flags: FLAGS,
  usage: "[-dDUZ] [-s src-pane] [-t dst-pane]",
  source: "pane",
  sourceFlags: { defaultMarked: true },
  target: "pane",
  run(run) {
    const { args, mux, target } = run;
    mux.swapPane(sourcePane(run), target.pane, { detached: args.d, keepZoom: args.Z });
  },
});

/** -D and -U: the next or previous pane by index, wrapping around. */
function sourcePane({ args, source, target }: CommandRun<typeof FLAGS, "pane", "pane">): Pane {
  const { panes } = target.window;
  const at = panes.indexOf(target.pane);
  if (args.D) return panes[(at + 1) % panes.length]!;
  return args.U ? panes.at(at - 1)! : source.pane;
}

export const swapWindow = defineCommand({
  name: "swap-window",
  alias: "swapw",
  flags: "ds:t:",
  usage: "[-d] [-s src-window] [-t dst-window]",
  source: "window",
  sourceFlags: { defaultMarked: true },
  target: "window",
  run({ args, mux, source, target }) {
    mux.swapWindow(source.link, target.link, { detached: args.d });
  },
});

export const rotateWindow = defineCommand({
  name: "rotate-window",
  alias: "rotatew",
  flags: "Dt:UZ",
  usage: "[-DUZ] [-t target-window]",
  target: "window",
  run({ args, mux, target, state }) {
    mux.rotateWindow(target.window, args.D ? "down" : "up", { keepZoom: args.Z });
    state.current = { ...target, pane: target.window.active };
  },
});
