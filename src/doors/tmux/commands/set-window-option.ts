import { defineCommand } from "../define-command.ts";
import { setOption } from "../options/set-options.ts";

export const setWindowOption = defineCommand({
  name: "set-window-option",
  alias: "setw",
  flags: "aFgoqt:u",
  min: 1,
  max: 2,
  operand: (index) => (index === 1 ? "commands-or-string" : "string"),
  usage: "[-aFgoqu] [-t target-window] option [value]",
  target: "window?",
  afterHook: true,
  run: (run) => setOption(run, { window: true }),
});
