import { orLate } from "../core/ports.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { MethodName, Params, Result } from "../protocol/methods.ts";
import { type FarId, parseFarId } from "./far-ids.ts";
import type { FarTeam } from "./far-team.ts";
import type { ClaimedPlace } from "./host.ts";
import type { Native, NativeCall } from "./native.ts";

interface MethodCall<N extends MethodName> {
  readonly method: N;
  readonly params: Params<N>;
}

/** How long an answer that spans hosts waits for each of them, all at the same time. */
const HOST_MS = 5_000;

/**
 * A request that is about a context on a host, or that starts one there: the host's daemon carries it out, under the same
 * rules. Undefined: it is about this machine. A team reaches only hosts on which it started something; a caller that reaches
 * every pane reaches those of every host.
 */
export function forwarded<N extends MethodName>(
  native: Native,
  call: NativeCall,
  { method, params }: MethodCall<N>,
): Promise<Result<N>> | undefined {
  const { context_id, host } = params as { readonly context_id?: unknown; readonly host?: unknown };
  if (method === "mullion.kill_session" && typeof host === "string")
    return killedThere(native, call, params as Params<"mullion.kill_session">) as Promise<Result<N>>;
  const about = parseFarId(context_id);
  if (about) {
    const far = reachedTeam(native, call, about);
    return far.call(method, { ...params, context_id: about.id }, call);
  }
  const place = placeOf({ method, params });
  if (place === undefined) return undefined;
  const { metadata, ...rest } = params as Params<"spawn_agent">;
  const { place: _, ...described } = metadata ?? {};
  const start = (host: string): Promise<Result<N>> => {
    const far = native.far.on(call.team, host);
    native.teams.save(call.team);
    return far.call(method, { ...rest, metadata: described }, call);
  };
  const claimed = claimedPlace(native, call, place);
  return claimed ? startedIn(claimed, start) : start(place);
}

function claimedPlace(native: Native, { team, gone }: NativeCall, place: string) {
  const cwd = team.leaderPane?.start.cwd ?? native.host.home;
  return native.host.hosts.claim({ place, team: team.hint, cwd, gone });
}

async function startedIn<T>(claimed: Promise<ClaimedPlace>, start: (host: string) => Promise<T>): Promise<T> {
  const { host, settle } = await claimed;
  let started = false;
  try {
    const result = await start(host);
    started = true;
    return result;
  } finally {
    settle(started);
  }
}

/** The team on the host of a context that the caller names. */
export function reachedTeam(native: Native, call: NativeCall, about: FarId): FarTeam {
  return call.team.isWide ? native.far.on(call.team, about.host) : native.far.of(call.team, about);
}

/** The team on a host; undefined if the team has nothing there. */
export function teamOn(native: Native, call: NativeCall, host: string): FarTeam | undefined {
  if (call.team.isWide) return native.far.on(call.team, host);
  return native.far.all(call.team).find(({ name }) => name === host);
}

async function killedThere(
  native: Native,
  call: NativeCall,
  { name, context_id, host = "" }: Params<"mullion.kill_session">,
): Promise<Result<"mullion.kill_session">> {
  const about = parseFarId(context_id);
  const far = about && about.host !== host ? undefined : teamOn(native, call, host);
  if (!far)
    throw new ProtocolError(
      "no-such-session",
      `the team has no session ${JSON.stringify(`${host}/${name}`)}`,
    );
  const params = { name, ...(about && { context_id: about.id }) };
  return await far.call("mullion.kill_session", params, call);
}

function placeOf<N extends MethodName>({ method, params }: MethodCall<N>): string | undefined {
  if (method !== "spawn_agent" && method !== "mullion.spawn_session") return undefined;
  return (params as Params<"spawn_agent">).metadata?.place || undefined;
}

/** What each host answered to the same request. A host that does not answer in time is named with the reason. */
export async function spanned<N extends MethodName>(
  native: Native,
  call: NativeCall,
  { method, params }: { readonly method: N; readonly params: object },
) {
  const { team } = call;
  const { names } = native.host.hosts;
  const teams = team.isWide ? names().map((name) => native.far.on(team, name)) : native.far.all(team);
  const failed_hosts: { host: string; error: string }[] = [];
  const ask = async (far: FarTeam) => {
    try {
      const answer = far.call(method, params, call);
      const result = await orLate(native.clock, answer, { limitMs: HOST_MS, late: () => tooLate(far.name) });
      return [{ host: far.name, result }];
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      failed_hosts.push({ host: far.name, error: error.message });
      return [];
    }
  };
  return { answers: (await Promise.all(teams.map(ask))).flat(), failed_hosts };
}

function tooLate(host: string): never {
  throw new ProtocolError("host-unreachable", `host ${host} did not answer within ${HOST_MS / 1000} s`);
}
