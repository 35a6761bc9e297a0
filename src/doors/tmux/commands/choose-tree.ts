import { BUFFER_DEFAULTS, openChooseBuffer } from "../../../core/modes/tree/choose-buffer.ts";
import { CLIENT_DEFAULTS, openChooseClient } from "../../../core/modes/tree/choose-client.ts";
import { openChooseTree, TREE_DEFAULTS } from "../../../core/modes/tree/choose-tree.ts";
import { KEY_FORMAT } from "../../../core/modes/tree/tree-source.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
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

/** Does nothing if there is no client. */
export const chooseClient = defineCommand({
  name: "choose-client",
  flags: "F:f:K:NO:rt:Z",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-NrZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]",
  target: "pane",
  run({ args, door, mux, server, target }) {
    if (!server.clients.some(({ session }) => session)) return;
    const options = treeOptions(args, CLIENT_DEFAULTS);
    openChooseClient(mux, target.pane, { ports: treePorts(door), options });
  },
});

/** Does nothing if there is no buffer. */
export const chooseBuffer = defineCommand({
  ...chooseClient,
  name: "choose-buffer",
  run({ args, door, mux, server, target }) {
    if (!server.buffers.top()) return;
    const options = treeOptions(args, BUFFER_DEFAULTS);
    openChooseBuffer(mux, target.pane, { ports: treePorts(door), options, from: target });
  },
});

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
      keyFormat: KEY_FORMAT,
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
