import type { Mux } from "../core/mux.ts";
import type { Pane } from "../core/tree/pane.ts";
import type { Session } from "../core/tree/session.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Params } from "../protocol/methods.ts";
import type { Call } from "./call.ts";
import type { Context } from "./context.ts";
import type { Native } from "./native.ts";
import { checkRoom, serverOf, started, startOptions } from "./spawn.ts";
import type { Team } from "./team.ts";

/** Says on a session whose it is, as people and tools can read it: only that team may end it here. */
const TEAM = "@mullion-team";

export async function spawnSession(
  native: Native,
  call: Call,
  params: Params<"mullion.spawn_session">,
): Promise<{ readonly context: Context; readonly session: Session }> {
  checkRoom(native);
  const { team } = call;
  native.teams.save(team);
  const server = serverOf(call) ?? (await native.host.openOwnServer());
  const { name, cols, rows } = params;
  const session = server.mux.createSession({
    ...startOptions(params),
    name,
    cwd: params.cwd ?? team.leaderPane?.start.cwd ?? native.host.home,
    ...(cols !== undefined && { cols }),
    ...(rows !== undefined && { rows }),
  });
  session.options.set(TEAM, team.hint);
  const sized = cols !== undefined || rows !== undefined;
  const context = await started(native, call, { server, pane: session.current.window.active, sized });
  return { context, session };
}

export function killSession({ team, hold }: Call, name: string): void {
  const { mux, session } = ownSession(team, name);
  const isInside = (pane: Pane | undefined) => pane?.window.links.some((link) => link.session === session);
  if (isInside(team.leaderPane))
    throw new ProtocolError("own-context", `the caller itself runs in ${JSON.stringify(name)}`);
  for (const { id, pane } of team.spawned) if (isInside(pane)) hold(id);
  mux.killSession(session);
}

/** Wherever the team's contexts are or were: its session may have outlived them, with somebody else's pane in it. */
function ownSession(team: Team, name: string): { readonly mux: Mux; readonly session: Session } {
  for (const server of new Set([...team.spawned].map((context) => context.server))) {
    const session = server?.mux.server.sessionsByName().find((each) => each.name === name);
    if (session?.options.get(TEAM) === team.hint) return { mux: server!.mux, session };
  }
  throw new ProtocolError("no-such-session", `the team has no session ${JSON.stringify(name)}`);
}
