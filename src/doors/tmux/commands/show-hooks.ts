import { defineCommand } from "../define-command.ts";
import { showOptions } from "../options/show-options.ts";

export const showHooks = defineCommand({
  name: "show-hooks",
  flags: "gpt:w",
  max: 1,
  usage: "[-gpw] [-t target-pane]",
  target: "pane?",
  afterHook: true,
  run: (run) => showOptions(run, { onlyHooks: true }),
});
