import { constants } from "node:os";
import { MuxError } from "../core/errors.ts";
import type { StartOptions } from "../core/mux.ts";
import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError, type WireErrorCode } from "../protocol/errors.ts";
import type { Params } from "../protocol/methods.ts";
import { metadataEntries, metadataOf, showMetadata } from "./appearance.ts";
import type { Context } from "./context.ts";
import { creatorsFor } from "./hints.ts";
import type { NativeServer } from "./host.ts";
import type { Handler, Native, NativeCall } from "./native.ts";
import { placeAgent } from "./place-agent.ts";
import type { Team } from "./team.ts";

type Wanted = Pick<Params<"mullion.split">, "command" | "env" | "metadata">;

export const spawnAgent: Handler<"spawn_agent"> = async (native, call, params) => {
  const { team } = call;
  const { host } = native;
  const server = serverOf(call) ?? (await host.openOwnServer());
  checkRoom(native);
  native.teams.save(team);
  const cwd = params.cwd ?? team.leaderPane?.start.cwd ?? host.home;
  const pane = placeAgent(server, team, { ...startOptions(params, team), cwd });
  return { context_id: (await started(native, call, { server, pane })).id };
};

export const splitContext: Handler<"mullion.split"> = async (native, call, params) => {
  checkRoom(native);
  const beside = call.team.context(params.context_id);
  const target = beside.livePane();
  const server = beside.server!;
  native.teams.save(call.team);
  const pane = server.mux.splitPane(target, {
    ...startOptions(params, call.team),
    cwd: params.cwd ?? target.start.cwd,
    detached: true,
    direction: params.direction === "right" ? "left-right" : "top-bottom",
    ...(params.percent !== undefined && { size: { percent: params.percent } }),
  });
  return { context_id: (await started(native, call, { server, pane })).id };
};

/** Call this in the same turn that creates the pane: many callers may wait for the same server. */
export function checkRoom({ contexts, host: { maxContexts } }: Native): void {
  if (contexts.liveCount >= maxContexts)
    throw new ProtocolError("too-many-contexts", `${maxContexts} live contexts are the limit`);
}

/** The team's current server: its leader's, else that of its agents. */
export function serverOf({ team }: NativeCall): NativeServer | undefined {
  if (team.leaderPane) return team.leaderContext?.server;
  return [...team.spawned.values()].find(({ pane }) => pane)?.server;
}

export function startOptions({ command, env, metadata }: Wanted, { hint, leaderPane }: Team): StartOptions {
  return {
    creators: creatorsFor(hint, leaderPane),
    ...(command && { command, direct: true }),
    environment: Object.entries(env ?? {}),
    metadata: metadataEntries(metadata ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  };
}

interface Placed {
  readonly server: NativeServer;
  readonly pane: Pane;
  /** The caller requested this size, and it stays. */
  readonly sized?: boolean;
}

/** Resolves once the program runs; on failure, removes everything. Events of the program follow the reply. */
export async function started(
  native: Native,
  call: NativeCall,
  { server, pane, sized = false }: Placed,
): Promise<Context> {
  const { mux } = server;
  const context = native.contexts.create(call.team.hint, server, pane.id, { spawned: true });
  call.hold(context.id);
  call.team.add(context);
  showMetadata(mux, pane);
  if (!sized) mux.makeLegible(pane.window);
  try {
    await pane.process!.started;
  } catch (error) {
    native.contexts.forget(context); // The program never ran.
    if (mux.server.panes.has(pane.id)) mux.killPane(pane);
    throw startFailure(error);
  }
  native.began(context, metadataOf(pane));
  return context;
}

/** The stage at which a launch failed, as numbered on the holder's wire. */
const STAGE_CWD = 4;
const STAGE_EXEC = 5;

const { ENOENT, ENOTDIR, EACCES, EPERM, ENOEXEC, EISDIR } = constants.errno;
const missing = new Set<number>([ENOENT, ENOTDIR]);
const unusable = new Set<number>([EACCES, EPERM, ENOEXEC, EISDIR]);

/** Maps a failed start to an error that the caller can act on; passes any other error on unchanged. */
function startFailure(error: unknown): unknown {
  if (!(error instanceof MuxError) || error.code !== "start-failed") return error;
  const { stage, errno } = (error.cause ?? {}) as { readonly stage?: number; readonly errno?: number };
  return new ProtocolError(codeOf(stage, errno ?? 0), error.message);
}

function codeOf(stage: number | undefined, errno: number): WireErrorCode {
  if (stage === STAGE_CWD) return "bad-cwd";
  if (stage !== STAGE_EXEC) return "start-failed";
  if (missing.has(errno)) return "no-such-program";
  return unusable.has(errno) ? "not-executable" : "start-failed";
}
