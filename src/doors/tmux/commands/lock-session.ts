import { refuseCommand } from "../refuse-command.ts";

export const lockSession = refuseCommand({
  name: "lock-session",
  alias: "locks",
  flags: "t:",
  max: 0,
  usage: "[-t target-session]",
  target: "session",
  afterHook: true,
  refused: "there is no terminal to lock",
});
