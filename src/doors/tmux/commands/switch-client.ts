import { sessionTarget } from "../../../core/target/current-target.ts";
import { resolveTarget } from "../../../core/target/resolve-target.ts";
import type { Target } from "../../../core/target/target.ts";
import type { Session } from "../../../core/tree/tree.ts";
import { isReader } from "../access/permit.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { updateEnvironment } from "../terminal/attach.ts";

const FLAGS = "lc:EFnpt:rT:Z";
type Run = CommandRun<typeof FLAGS>;

export const switchClient = defineCommand({
  name: "switch-client",
  alias: "switchc",
  flags: FLAGS,
  readonly: true,
  usage: "[-ElnprZ] [-c target-client] [-t target-session] [-T key-table]",
  client: "c",
  run(run) {
    const { args, client, server, door } = run;
    const stayer = door.stayerOf(client!);
    const asked = selectedTarget(run);
    if (args.r) stayer?.setReadonly(!client!.readonly);
    if (args.T !== undefined) {
      if (!server.keys.has(args.T)) throw new CommandError(`table ${args.T} doesn't exist`);
      if (stayer) stayer.keyTable = args.T;
      return;
    }
    const session = wanted(run, asked);
    if (!args.E && !isReader(door.access, run.call.invocation))
      updateEnvironment(session, client!.environment);
    stayer?.attach(session);
  },
});

function wanted(run: Run, asked: Target): Session {
  const { args, server, client } = run;
  const sessions = server.sessionsByName();
  const step = (by: number) => sessions.at((sessions.indexOf(client!.session!) + by) % sessions.length);
  if (args.n) return found(sessions.length > 1 ? step(1) : undefined, "next");
  if (args.p) return found(sessions.length > 1 ? step(-1) : undefined, "previous");
  if (args.l) return found(client!.lastSession, "last");
  return selected(run, asked);
}

function found(session: Session | undefined, which: string): Session {
  if (!session) throw new CommandError(`can't find ${which} session`);
  return session;
}

/** -t may name a window or a pane, which becomes current. */
function selectedTarget({ args, server, caller }: Run): Target {
  const kind = namesPane(args.t) ? "pane" : "session";
  const flags = { preferUnattached: kind === "session" };
  return resolveTarget({ server, kind, text: args.t, caller, flags });
}

function selected({ args, mux, state }: Run, { session, link, pane }: Target): Session {
  if (namesPane(args.t)) {
    mux.selectPane(pane, { keepZoom: args.Z });
    mux.selectWindow(link);
  }
  state.current = sessionTarget(session);
  return session;
}

function namesPane(text: string | undefined): boolean {
  return text !== undefined && /[:.%]/.test(text);
}
