import { openChooseTree, TREE_DEFAULTS } from "../../../core/modes/tree/choose-tree.ts";
import { defineCommand } from "../define-command.ts";
import { treeOptions, treePorts } from "../prompts/tree-ports.ts";

export const chooseTree = defineCommand({
  name: "choose-tree",
  flags: "F:f:GK:NO:rst:wZ",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-GNrswZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]",
  target: "pane",
  run({ args, door, mux, target }) {
    openChooseTree(mux, target.pane, {
      ports: treePorts(door),
      options: treeOptions(args, TREE_DEFAULTS),
      from: target,
      depth: args.s ? "sessions" : args.w ? "windows" : "panes",
      squashGroups: !args.G,
    });
  },
});
