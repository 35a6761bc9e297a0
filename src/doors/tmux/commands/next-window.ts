import { defineCommand } from "../define-command.ts";
import { afterSelectWindow } from "./shared/after-select-window.ts";

export const nextWindow = defineCommand({
  name: "next-window",
  alias: "next",
  flags: "at:",
  max: 0,
  usage: "[-a] [-t target-session]",
  target: "session",
  run(run) {
    run.mux.nextWindow(run.target.session, { alert: run.args.a });
    afterSelectWindow(run);
  },
});
