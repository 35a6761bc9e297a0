import { refuseCommand } from "../refuse-command.ts";

export const displayMenu = refuseCommand({
  name: "display-menu",
  alias: "menu",
  flags: "c:t:OT:x:y:",
  min: 1,
  operand: () => "commands-or-string",
  usage:
    "[-O] [-c target-client] [-t target-pane] [-T title] [-x position] [-y position] name key command ...",
  target: "pane",
  client: "c",
  afterHook: true,
  refused: "it needs an attached terminal",
});
