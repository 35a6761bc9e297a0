import { resolveTarget } from "../../../core/target/resolve-target.ts";
import type { Session } from "../../../core/tree/session.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";

const FLAGS = "lc:EFnpt:rT:Z";
type Run = CommandRun<typeof FLAGS>;

export const switchClient = defineCommand({
  name: "switch-client",
  alias: "switchc",
  flags: FLAGS,
  max: 0,
  usage: "[-ElnprZ] [-c target-client] [-t target-session] [-T key-table]",
  client: "c",
  run(run) {
    const { args, mux, client, server } = run;
    if (args.T !== undefined && !server.keys.has(args.T))
      throw new CommandError(`table ${args.T} doesn't exist`);
    const session = wanted(run);
    if (args.r) mux.setClientFlags(client!, { readonly: !client!.readonly, ignoreSize: !client!.readonly });
    mux.switchClient(client!, session);
  },
});

function wanted(run: Run): Session {
  const { args, server, client } = run;
  const sessions = server.sessionsByName();
  const step = (by: number) => sessions.at((sessions.indexOf(client!.session!) + by) % sessions.length);
  if (args.n) return found(sessions.length > 1 ? step(1) : undefined, "next");
  if (args.p) return found(sessions.length > 1 ? step(-1) : undefined, "previous");
  if (args.l) return found(client!.lastSession, "last");
  return selected(run);
}

function found(session: Session | undefined, which: string): Session {
  if (!session) throw new CommandError(`can't find ${which} session`);
  return session;
}

/** -t may name a window or a pane, which then become current. */
function selected({ args, server, caller, mux }: Run): Session {
  const kind = args.t !== undefined && /[:.%]/.test(args.t) ? "pane" : "session";
  const { session, link, pane } = resolveTarget({ server, kind, text: args.t, caller });
  if (kind === "pane") {
    mux.selectPane(pane, { keepZoom: args.Z });
    mux.selectWindow(link);
  }
  return session;
}
