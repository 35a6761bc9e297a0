import { defineCommand } from "../define-command.ts";

export const previousLayout = defineCommand({
  name: "previous-layout",
  alias: "prevl",
  flags: "t:",
  max: 0,
  usage: "[-t target-window]",
  target: "window",
  afterHook: true,
  run({ mux, target }) {
    mux.previousLayout(target.window);
  },
});
