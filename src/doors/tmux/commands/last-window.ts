import { defineCommand } from "../define-command.ts";
import { afterSelectWindow } from "./shared/after-select-window.ts";

export const lastWindow = defineCommand({
  name: "last-window",
  alias: "last",
  flags: "t:",
  max: 0,
  usage: "[-t target-session]",
  target: "session",
  run(run) {
    run.mux.lastWindow(run.target.session);
    afterSelectWindow(run);
  },
});
