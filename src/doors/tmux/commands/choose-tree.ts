import { refuseCommand } from "../refuse-command.ts";

export const chooseTree = refuseCommand({
  name: "choose-tree",
  flags: "F:f:GK:NO:rst:wZ",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-GNrswZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]",
  target: "pane",
  refused: "it needs an attached terminal",
});
