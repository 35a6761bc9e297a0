import { BUFFER_DEFAULTS, openChooseBuffer } from "../../../core/modes/tree/choose-buffer.ts";
import { defineCommand } from "../define-command.ts";
import { treeOptions, treePorts } from "../prompts/tree-ports.ts";

/** Does nothing if there is no buffer. */
export const chooseBuffer = defineCommand({
  name: "choose-buffer",
  flags: "F:f:K:NO:rt:Z",
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-NrZ] [-F format] [-f filter] [-K key-format] [-O sort-order] [-t target-pane] [template]",
  target: "pane",
  run({ args, door, mux, server, target }) {
    if (!server.buffers.top()) return;
    const options = treeOptions(args, BUFFER_DEFAULTS);
    openChooseBuffer(mux, target.pane, { ports: treePorts(door), options, from: target });
  },
});
