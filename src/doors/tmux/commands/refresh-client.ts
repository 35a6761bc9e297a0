import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

/** Needs an attached client; what it would redraw or resize belongs to the faces. */
export const refreshClient = defineCommand({
  name: "refresh-client",
  alias: "refresh",
  flags: "A:B:cC:Df:F:l::LRSt:U",
  max: 1,
  usage:
    "[-cDlLRSU] [-A pane:state] [-B name:what:format] [-C XxY] [-f flags] [-t target-client] [adjustment]",
  client: "t",
  afterHook: true,
  run({ args, client }) {
    if (args.A !== undefined || args.B !== undefined || args.C !== undefined) {
      if (!client?.control) throw new CommandError("not a control client");
    }
    throw new CommandError("refresh-client is not supported yet");
  },
});
