import { defineCommand } from "../define-command.ts";
import { afterSelectWindow } from "./shared/after-select-window.ts";

export const previousWindow = defineCommand({
  name: "previous-window",
  alias: "prev",
  flags: "at:",
  max: 0,
  usage: "[-a] [-t target-session]",
  target: "session",
  run(run) {
    run.mux.previousWindow(run.target.session, { alert: run.args.a });
    afterSelectWindow(run);
  },
});
