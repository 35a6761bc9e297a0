import { refuseCommand } from "../refuse-command.ts";

export const chooseClient = refuseCommand({
  name: "choose-client",
  flags: "F:f:K:NO:rt:Z",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-NrZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]",
  target: "pane",
  refused: "it needs an attached terminal",
});
