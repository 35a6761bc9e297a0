import { defineCommand } from "../define-command.ts";

export const rotateWindow = defineCommand({
  name: "rotate-window",
  alias: "rotatew",
  flags: "Dt:UZ",
  max: 0,
  usage: "[-DUZ] [-t target-window]",
  target: "window",
  run({ args, mux, target, state }) {
    mux.rotateWindow(target.window, args.D ? "down" : "up", { keepZoom: args.Z });
    state.current = { ...target, pane: target.window.active };
  },
});
