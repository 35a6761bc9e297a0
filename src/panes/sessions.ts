import type { Mux } from "../core/mux.ts";
import type { Pane, Session } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { NativeServer } from "./host.ts";
import type { Handler, Native, NativeCall } from "./native.ts";
import { checkRoom, serverOf, started, startOptions } from "./spawn.ts";
import type { Team } from "./team.ts";

/** Session option that names the owning team, readable by people and tools: only that team may end the session here. */
const TEAM = "@mullion-team";
/** Session option that names the context it was spawned with: another session may have its name later. */
const CONTEXT = "@mullion-context";

export const spawnSession: Handler<"mullion.spawn_session"> = async (native, call, params) => {
  const { team } = call;
  const server = await serverFor(native, call, params.server);
  checkRoom(native);
  native.teams.save(team);
  const { name, cols, rows, history_lines: historyLimit } = params;
  const session = server.mux.createSession({
    ...startOptions(params, team),
    name,
    sessionEnvironment: Object.entries(params.env ?? {}),
    cwd: params.cwd ?? team.leaderPane?.start.cwd ?? native.host.home,
    ...(cols !== undefined && { cols }),
    ...(rows !== undefined && { rows }),
    ...(historyLimit !== undefined && { historyLimit }),
  });
  session.options.set(TEAM, team.hint);
  const sized = cols !== undefined || rows !== undefined;
  const pane = session.current.window.active;
  const { process } = pane;
  const context = await started(native, call, { server, pane, sized });
  if (server.mux.server.sessions.has(session.id)) session.options.set(CONTEXT, context.id);
  return {
    context_id: context.id,
    session_id: session.id,
    socket: server.mux.server.socketPath,
    pane_id: pane.id,
    ...(await process!.started),
    created: session.created,
  };
};

async function serverFor(
  { host }: Native,
  call: NativeCall,
  named: string | undefined,
): Promise<NativeServer> {
  if (named !== undefined) return await host.openServer(named);
  return serverOf(call) ?? (await host.openOwnServer());
}

export const killSession: Handler<"mullion.kill_session"> = (
  _native,
  { team, hold },
  { name, context_id },
) => {
  const { mux, session } = ownSession(team, name, context_id);
  const isInside = (pane: Pane | undefined) => pane?.window.links.some((link) => link.session === session);
  if (isInside(team.leaderPane))
    throw new ProtocolError("own-context", `the caller itself runs in ${JSON.stringify(name)}`);
  for (const { id, pane } of team.spawned.values()) if (isInside(pane)) hold(id);
  mux.killSession(session);
  return {};
};

/**
 * Searches the servers of all the team's contexts: a session may have outlived them, with a pane of another owner in
 * it.
 */
function ownSession(
  team: Team,
  name: string,
  contextId: string | undefined,
): { readonly mux: Mux; readonly session: Session } {
  for (const server of new Set([...team.spawned.values()].map((context) => context.server))) {
    const session = server?.mux.server.sessionsByName().find((each) => each.name === name);
    const isMeant = contextId === undefined || session?.options.get(CONTEXT) === contextId;
    if (isMeant && session?.options.get(TEAM) === team.hint) return { mux: server!.mux, session };
  }
  throw new ProtocolError("no-such-session", `the team has no session ${JSON.stringify(name)}`);
}
