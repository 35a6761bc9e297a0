import { refuseCommand } from "../refuse-command.ts";

export const clockMode = refuseCommand({
  name: "clock-mode",
  flags: "t:",
  max: 0,
  usage: "[-t target-pane]",
  target: "pane",
  afterHook: true,
  refused: "it needs an attached terminal",
});
