import { refuseCommand } from "../refuse-command.ts";

export const suspendClient = refuseCommand({
  name: "suspend-client",
  alias: "suspendc",
  flags: "t:",
  max: 0,
  usage: "[-t target-client]",
  client: "t",
  refused: "it needs an attached terminal",
});
