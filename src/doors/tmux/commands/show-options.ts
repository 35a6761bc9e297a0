import { defineCommand } from "../define-command.ts";
import { showOptions as show } from "../options/show-options.ts";

export const showOptions = defineCommand({
  name: "show-options",
  alias: "show",
  flags: "AgHpqst:vw",
  max: 1,
  usage: "[-AgHpqsvw] [-t target-pane] [option]",
  target: "pane?",
  afterHook: true,
  run: (run) => show(run),
});
