import { defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";

export const renameWindow = defineCommand({
  name: "rename-window",
  alias: "renamew",
  flags: "t:",
  min: 1,
  max: 1,
  usage: "[-t target-window] new-name",
  target: "window",
  afterHook: true,
  run(run) {
    run.mux.renameWindow(run.target.window, expandForTarget(run, run.args.operands[0]!));
  },
});
