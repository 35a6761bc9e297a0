import { refuseCommand } from "../refuse-command.ts";

export const confirmBefore = refuseCommand({
  name: "confirm-before",
  alias: "confirm",
  flags: "bp:t:",
  min: 1,
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-b] [-p prompt] [-t target-client] command",
  client: "t",
  refused: "it needs an attached terminal",
});
