import { resolveTarget } from "../../../core/target/resolve-target.ts";
import { attach } from "../attach.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

export const attachSession = defineCommand({
  name: "attach-session",
  alias: "attach",
  flags: "c:dEf:rt:x",
  max: 0,
  usage: "[-dErx] [-c working-directory] [-f flags] [-t target-session]",
  startsServer: true,
  run(run) {
    const { args, server, caller } = run;
    if (server.sessions.size === 0) throw new CommandError("no sessions");
    const kind = args.t !== undefined && /[:.]/.test(args.t) ? "pane" : "session";
    const flags = { preferUnattached: kind === "session" };
    const { session } = resolveTarget({ server, kind, text: args.t, caller, flags });
    attach(run, session);
  },
});
