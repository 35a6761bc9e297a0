import { defineCommand } from "../define-command.ts";

export const nextLayout = defineCommand({
  name: "next-layout",
  alias: "nextl",
  flags: "t:",
  max: 0,
  usage: "[-t target-window]",
  target: "window",
  afterHook: true,
  run({ mux, target }) {
    mux.nextLayout(target.window);
  },
});
