import { CLIENT_DEFAULTS, openChooseClient } from "../../../core/modes/tree/choose-client.ts";
import { defineCommand } from "../define-command.ts";
import { treeOptions, treePorts } from "../prompts/tree-ports.ts";

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
