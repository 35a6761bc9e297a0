import { refuseCommand } from "../refuse-command.ts";

export const lockClient = refuseCommand({
  name: "lock-client",
  alias: "lockc",
  flags: "t:",
  max: 0,
  usage: "[-t target-client]",
  client: "t",
  afterHook: true,
  refused: "there is no terminal to lock",
});
