import { refuseCommand } from "../refuse-command.ts";

export const displayPanes = refuseCommand({
  name: "display-panes",
  alias: "displayp",
  flags: "bd:Nt:",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-bN] [-d duration] [-t target-client] [template]",
  client: "t",
  afterHook: true,
  refused: "it needs an attached terminal",
});
