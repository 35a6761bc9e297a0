import { openChooseTree, TREE_DEFAULTS } from "../../../core/modes/tree/choose-tree.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { treePorts } from "../prompts/tree-ports.ts";

const FLAGS = "CiNrt:TZ";

/** choose-tree with a filter on pane content, window name and title. */
export const findWindow = defineCommand({
  name: "find-window",
  alias: "findw",
  flags: FLAGS,
  min: 1,
  max: 1,
  usage: "[-CiNrTZ] [-t target-pane] match-string",
  target: "pane",
  run({ args, door, mux, target }) {
    const options = {
      ...TREE_DEFAULTS,
      filter: filterOf(args),
      sort: undefined,
      reversed: false,
      preview: true,
      zoom: args.Z,
    };
    const ports = treePorts(door);
    openChooseTree(mux, target.pane, { ports, options, from: target, depth: "panes", squashGroups: true });
  },
});

function filterOf(args: CommandRun<typeof FLAGS>["args"]): string {
  const text = args.operands[0]!;
  const suffix = args.r ? (args.i ? "/ri" : "/r") : args.i ? "/i" : "";
  const all = !args.C && !args.N && !args.T;
  const conditions = [
    ...(all || args.C ? [`#{C${suffix}:${text}}`] : []),
    ...(all || args.N ? [`#{m${suffix}:*${text}*,#{window_name}}`] : []),
    ...(all || args.T ? [`#{m${suffix}:*${text}*,#{pane_title}}`] : []),
  ];
  return conditions.reduceRight((rest, condition) => `#{||:${condition},${rest}}`);
}
