import { checkVersion } from "../../panes/check-version.ts";
import type { Native } from "../../panes/native.ts";
import { parseParams } from "../../panes/parse-params.ts";
import { runMethod, type TeamMethod } from "../../panes/run-method.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import { type AnyEvent, allEvents, type EventName } from "../../protocol/events.ts";
import { capabilitiesAt, type MethodName, type Params, type Result } from "../../protocol/methods.ts";
import { agreedLevel, PROTOCOL_VERSION } from "../../protocol/version.ts";
import type { ProtocolRequest } from "./host.ts";
import { Wake } from "./wake.ts";

/**
 * The protocol over HTTP. A request is a connection with a single call: it acts for the team that it names and needs no
 * initialize. Events are the stream that answers subscribe or resume.
 */
export async function callProtocol(native: Native, request: ProtocolRequest): Promise<unknown> {
  const { method, signal, level } = request;
  const params = parseParams(method, request.params);
  if (isStreamed(method))
    throw new ProtocolError("not-supported", `${method} is answered with a stream of events`);
  if (method === "initialize") return initialize(native, request, params as Params<"initialize">);
  const team = native.teams.open(request.team);
  team.clients += 1;
  try {
    const caller = { team, level, hold() {}, gone: signal };
    return await runMethod(native, caller, { method, params: params as Params<TeamMethod> });
  } finally {
    native.teams.left(team);
  }
}

export type StreamedMethod = "mullion.subscribe" | "mullion.resume";

export function isStreamed(method: MethodName): method is StreamedMethod {
  return method === "mullion.subscribe" || method === "mullion.resume";
}

/** With this many events waiting, a reader is sent no more until it has received them. */
const MAX_WAITING = 64;

/** Yields the answer, which has the cursor, then the events. */
export function protocolEvents(native: Native, request: ProtocolRequest): AsyncGenerator<unknown> {
  const params = parseParams(request.method, request.params) as Params<"mullion.subscribe"> &
    Partial<Params<"mullion.resume">>;
  const team = native.teams.open(request.team);
  const wake = new Wake();
  const waiting: AnyEvent[] = [];
  const sink = {
    send(event: AnyEvent) {
      waiting.push(event);
      wake.up();
    },
    get congested() {
      return waiting.length >= MAX_WAITING;
    },
  };
  const wanted = {
    events: new Set<EventName>(params.events ?? allEvents(request.level)),
    contexts: params.contexts && new Set(params.contexts),
    agents: params.agents,
    hosts: params.hosts ? ("team" as const) : undefined,
  };
  const subscription = native.subscribe({ team, sink, wanted, cursor: params.cursor });
  team.clients += 1;
  request.signal.addEventListener("abort", wake.up);
  async function* events(): AsyncGenerator<unknown> {
    try {
      await subscription.positioned();
      yield { cursor: native.cursorAt(request.level, subscription.cursor()) };
      subscription.start();
      while (!request.signal.aborted) {
        const event = waiting.shift();
        if (!event) await wake.sleep();
        else yield { method: event.method, params: event.params };
        if (event?.method === "mullion.backend_ended") return;
        if (waiting.length === 0) subscription.drained();
      }
    } finally {
      subscription.close();
      native.teams.left(team);
    }
  }
  return events();
}

/** Answers clients that begin with initialize, though HTTP needs none. */
function initialize(
  native: Native,
  request: ProtocolRequest,
  params: Params<"initialize">,
): Result<"initialize"> {
  checkVersion(params.protocol_version);
  const level = agreedLevel(params.mullion_level ?? request.level);
  const team = native.teams.open(params.session_hint || request.team);
  const offsets = Object.fromEntries(team.live().map(({ id, offset }) => [id, offset]));
  const cursor = native.cursorAt(level, { sequence: team.log.sequence, offsets });
  return {
    protocol_version: PROTOCOL_VERSION,
    capabilities: capabilitiesAt(level),
    self_context_id: team.selfId,
    mullion: { version: native.host.version, level, session_hint: team.hint, cursor },
  };
}
