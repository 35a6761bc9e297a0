import { defineCommand } from "../define-command.ts";
import { setOption as set } from "../options/set-options.ts";

export const setOption = defineCommand({
  name: "set-option",
  alias: "set",
  flags: "aFgopqst:uUw",
  min: 1,
  max: 2,
  operand: (index) => (index === 1 ? "commands-or-string" : "string"),
  usage: "[-aFgopqsuUw] [-t target-pane] option [value]",
  target: "pane?",
  afterHook: true,
  run: (run) => set(run, { window: false }),
});

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
  run: (run) => set(run, { window: true }),
});
