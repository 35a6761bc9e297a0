import { defineCommand } from "../define-command.ts";
import { showOptions } from "../options/show-options.ts";

export const showWindowOptions = defineCommand({
  name: "show-window-options",
  alias: "showw",
  flags: "gvt:",
  max: 1,
  usage: "[-gv] [-t target-window] [option]",
  target: "window?",
  afterHook: true,
  run: (run) => showOptions(run, { window: true }),
});
