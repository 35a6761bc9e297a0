import { refuseCommand } from "../refuse-command.ts";

export const lockServer = refuseCommand({
  name: "lock-server",
  alias: "lock",
  flags: "",
  max: 0,
  usage: "",
  afterHook: true,
  refused: "there is no terminal to lock",
});
