import { resolveTarget } from "../../../core/target/resolve-target.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { expand } from "../formats/expand.ts";
import { attach } from "../terminal/attach.ts";

export const attachSession = defineCommand({
  name: "attach-session",
  alias: "attach",
  flags: "c:dEf:rt:x",
  readonly: true,
  usage: "[-dErx] [-c working-directory] [-f flags] [-t target-session]",
  startsServer: true,
  run(run) {
    const { args, server, caller, mux, state } = run;
    if (server.sessions.size === 0) throw new CommandError("no sessions");
    const kind = args.t !== undefined && /[:.]/.test(args.t) ? "pane" : "session";
    const flags = { preferUnattached: kind === "session" };
    const target = resolveTarget({ server, kind, text: args.t, caller, flags });
    const { session, link, pane } = target;
    if (kind === "pane") {
      mux.selectPane(pane);
      mux.selectWindow(link);
    }
    state.current = target;
    if (args.c !== undefined)
      mux.setSessionCwd(session, expand(run, args.c, { client: run.client, session, link, pane }));
    attach(run, session, {
      alone: args.x ? "hang-up" : args.d ? "detach" : undefined,
      flags: args.f,
      readonly: args.r,
      keepEnvironment: args.E,
    });
  },
});

/** The status says whether the target exists: it is resolved before `run`. */
export const hasSession = defineCommand({
  name: "has-session",
  alias: "has",
  flags: "t:",
  usage: "[-t target-session]",
  target: "session",
  run() {},
});
