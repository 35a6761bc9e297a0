import { defineCommand } from "../define-command.ts";

export const killPane = defineCommand({
  name: "kill-pane",
  alias: "killp",
  flags: "at:",
  max: 0,
  usage: "[-a] [-t target-pane]",
  target: "pane",
  afterHook: true,
  run({ args, mux, target }) {
    if (args.a) mux.killOtherPanes(target.pane);
    else mux.killPane(target.pane);
  },
});
