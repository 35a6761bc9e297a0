import { defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";

export const renameSession = defineCommand({
  name: "rename-session",
  alias: "rename",
  flags: "t:",
  min: 1,
  max: 1,
  usage: "[-t target-session] new-name",
  target: "session",
  afterHook: true,
  run(run) {
    run.mux.renameSession(run.target.session, expandForTarget(run, run.args.operands[0]!));
  },
});

export const renameWindow = defineCommand({
  ...renameSession,
  name: "rename-window",
  alias: "renamew",
  usage: "[-t target-window] new-name",
  target: "window",
  run(run) {
    run.mux.renameWindow(run.target.window, expandForTarget(run, run.args.operands[0]!));
  },
});
