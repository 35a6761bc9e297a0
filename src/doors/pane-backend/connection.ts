import type { Socket } from "node:net";
import { MuxError } from "../../core/errors.ts";
import type { WantedEvents } from "../../panes/agent-feed.ts";
import { checkVersion } from "../../panes/check-version.ts";
import { spawningMethods } from "../../panes/far-team.ts";
import { type Departing, declaredEvents, type Native, type NativeCall } from "../../panes/native.ts";
import type { EventSink } from "../../panes/output-feed.ts";
import { parseParams } from "../../panes/parse-params.ts";
import { readingMethods, runMethod, type TeamMethod } from "../../panes/run-method.ts";
import type { Cursor, Subscription } from "../../panes/subscription.ts";
import type { Everyone, Team } from "../../panes/team.ts";
import { ProtocolError, wireErrors } from "../../protocol/errors.ts";
import { type AnyEvent, allEvents, type LeavingEvent } from "../../protocol/events.ts";
import {
  capabilitiesAt,
  isMethodName,
  type MethodName,
  type Params,
  type Result,
} from "../../protocol/methods.ts";
import { agreedLevel, PROTOCOL_VERSION } from "../../protocol/version.ts";
import { LineReader } from "../../wire/line-reader.ts";
import { BadRequest, parseRequest, type Request, type RequestId } from "./parse-request.ts";

/** With more unsent bytes than this, events wait or are replaced by a gap notice. */
const CONGESTED_BYTES = 256 * 1024;
/** With more unsent bytes than this, the client does not read, so no further requests are read from it. */
const CLOGGED_BYTES = 4 * 1024 * 1024;
const MAX_IN_FLIGHT = 4096;
const MAX_LINE_BYTES = 1024 * 1024;
/** Time that a client which half-closed its connection has to receive its answers. */
const LAST_ANSWERS_MS = 30_000;

const LEAVING: LeavingEvent = "mullion.backend_leaving";

/** A notification: agents that the client spawned are killed when it disconnects. */
const KILL_ON_CLOSE = "mullion.kill_on_close";
/** A notification: the client no longer waits for the answer to the request with this id. */
const CANCEL = "mullion.cancel";

export interface ConnectionOptions {
  readonly native: Native;
  /** Bytes that were read before this door took over the connection. */
  readonly head: Buffer;
}

/**
 * One client of the pane-backend protocol: JSON-RPC 2.0, one message per line. Requests start in their order and are
 * answered as they finish; a reply precedes every event that its request caused. An invalid line is answered with an
 * error, and the next line is read.
 */
export class PaneBackendConnection implements EventSink, Departing {
  readonly #socket: Socket;
  readonly #native: Native;
  readonly #held = new Map<string, number>();
  #team: Team | undefined;
  /** In place of the team, for a client that asked to reach every pane. */
  #reach: Everyone | undefined;
  /** The level of the protocol that initialize agreed on. */
  #level = agreedLevel(undefined);
  #subscription: Subscription | undefined;
  /** Each is aborted when the client no longer waits for the answer. */
  readonly #inFlight = new Map<Request, AbortController>();
  #ended = false;
  #killOnClose = false;
  /** Called once no running request changes anything. */
  #onFinished: (() => void) | undefined;
  readonly #spawned = new Set<string>();
  /** Whether the client's initialize had a `jsonrpc` member. */
  #jsonrpc = true;

  constructor(socket: Socket, { native, head }: ConnectionOptions) {
    this.#socket = socket;
    this.#native = native;
    const reader = new LineReader({
      maxBytes: MAX_LINE_BYTES,
      line: (bytes) => this.#line(bytes),
      tooLong: () =>
        this.#fail(null, { code: "too-large", message: `a line is at most ${MAX_LINE_BYTES} bytes` }),
    });
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    // A client may send its requests, half-close the connection and read the answers.
    socket.allowHalfOpen = true;
    socket.on("end", () => {
      reader.finish();
      this.#finish();
    });
    socket.on("drain", () => this.#drained());
    socket.on("close", () => this.#closed());
    native.connections.add(this);
    reader.push(head);
  }

  get congested(): boolean {
    return this.#socket.writableLength > CONGESTED_BYTES || !this.#socket.writable;
  }

  stopReading(): Promise<void> {
    this.#socket.removeAllListeners("data").pause();
    return new Promise((resolve) => {
      this.#onFinished = resolve;
      if (this.#unfinished().length === 0) resolve();
    });
  }

  announceLeaving(): void {
    const unfinished = this.#unfinished().map(({ id }) => id);
    if (this.#team) this.#write(this.#jsonrpc, { method: LEAVING, params: { unfinished } });
  }

  #unfinished(): Request[] {
    return [...this.#inFlight.keys()].filter(({ method }) => !readingMethods.has(method));
  }

  send(event: AnyEvent): void {
    this.#write(this.#jsonrpc, event);
  }

  #line(bytes: Buffer): void {
    try {
      const message = parseRequest(bytes);
      if (message?.id !== undefined) void this.#request(message);
      else if (message?.method === KILL_ON_CLOSE) this.#killWhenClosed(message.params);
      else if (message?.method === CANCEL) this.#cancel(message.params);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      this.#fail(error.id, error, error.jsonrpc);
    }
  }

  /** One request in, one answer out. The only catch in this door. */
  async #request(request: Request): Promise<void> {
    const { id, jsonrpc } = request;
    const held: string[] = [];
    this.#inFlight.set(request, new AbortController());
    try {
      const answer = this.#run(request, held);
      const result = answer instanceof Promise ? await answer : answer;
      if (request.method === "initialize") this.#jsonrpc = jsonrpc;
      if (!readingMethods.has(request.method)) this.#native.host.records.commit();
      this.#write(jsonrpc, { id, result });
      if (spawningMethods.has(request.method))
        this.#noteSpawned((result as Result<"spawn_agent">).context_id);
    } catch (error) {
      this.#native.host.records.commit();
      this.#fail(id, this.#failureOf(error, request), jsonrpc);
    } finally {
      this.#inFlight.delete(request);
      for (const contextId of held) this.#release(contextId);
      if (this.#ended && this.#inFlight.size === 0) this.#socket.end();
      if (this.#unfinished().length === 0) this.#onFinished?.();
    }
  }

  #run(request: Request, held: string[]): Result<MethodName> | Promise<Result<MethodName>> {
    const { method, params } = request;
    if (!isMethodName(method))
      throw new ProtocolError(
        "method-not-found",
        `there is no method ${JSON.stringify(method.slice(0, 64))}`,
      );
    if (method === "initialize") return this.#initialize(parseParams(method, params));
    const team = this.#team;
    if (!team) throw new ProtocolError("not-initialized", "the first request is initialize");
    if (this.#inFlight.size > MAX_IN_FLIGHT)
      throw new ProtocolError("overloaded", `${MAX_IN_FLIGHT} requests wait for their answers already`);
    if (method === "mullion.subscribe" || method === "mullion.resume")
      return this.#begin(this.#listenTo(team, parseParams(method, params)), (cursor) => ({ cursor }));
    const call: NativeCall = {
      team: this.#reach ?? team,
      level: this.#level,
      gone: this.#inFlight.get(request)!.signal,
      hold: (contextId) => {
        held.push(contextId);
        this.#hold(contextId);
      },
    };
    return runMethod<TeamMethod>(this.#native, call, { method, params: parseParams(method, params) });
  }

  #initialize(params: Params<"initialize">): Result<"initialize"> | Promise<Result<"initialize">> {
    if (this.#team) throw new ProtocolError("already-initialized", "a connection is initialized once");
    this.#native.checkNotEnded();
    checkVersion(params.protocol_version);
    this.#level = agreedLevel(params.mullion_level);
    const team = this.#native.teams.open(params.session_hint ?? undefined);
    const subscription = params.mullion
      ? this.#listenTo(team, params.mullion)
      : this.#listen(team, { events: declaredEvents(params.capabilities) });
    team.clients += 1;
    this.#team = team;
    if (params.mullion?.reach === "all") this.#reach = this.#native.reachAll(team);
    const answer = (cursor: Cursor) => ({
      protocol_version: PROTOCOL_VERSION,
      capabilities: capabilitiesAt(this.#level),
      self_context_id: team.selfId,
      mullion: { version: this.#native.host.version, level: this.#level, session_hint: team.hint, cursor },
    });
    return this.#begin(subscription, answer);
  }

  #listenTo(
    team: Team,
    {
      events = allEvents(this.#level),
      agents,
      contexts,
      cursor,
      hosts,
      reach,
    }: NonNullable<Params<"initialize">["mullion"]>,
  ): Subscription {
    const reached = this.#reach || reach === "all" ? "all" : "team";
    const wanted: WantedEvents = {
      events: new Set(events),
      contexts: contexts && new Set(contexts),
      agents,
      hosts: hosts ? reached : undefined,
    };
    return this.#listen(team, wanted, cursor);
  }

  /** Replaces the previous subscription. */
  #listen(team: Team, wanted: WantedEvents, cursor?: Cursor): Subscription {
    const lateHosts = this.#subscription?.lateHosts;
    const subscription = this.#native.subscribe({ team, sink: this, wanted, cursor, lateHosts });
    this.#subscription?.close();
    this.#subscription = subscription;
    for (const contextId of this.#held.keys()) subscription.hold(contextId);
    return subscription;
  }

  /** The answer with the cursor of a subscription; no event is sent before it. */
  #begin<T>(subscription: Subscription, answer: (cursor: Cursor) => T): T | Promise<T> {
    const begin = () => {
      const start = subscription.cursor();
      setImmediate(() => subscription.start());
      return answer(this.#native.cursorAt(this.#level, start));
    };
    const positioned = subscription.positioned();
    return positioned ? positioned.then(begin) : begin();
  }

  #hold(contextId: string): void {
    this.#held.set(contextId, (this.#held.get(contextId) ?? 0) + 1);
    this.#subscription?.hold(contextId);
  }

  #release(contextId: string): void {
    const left = (this.#held.get(contextId) ?? 1) - 1;
    if (left > 0) {
      this.#held.set(contextId, left);
      return;
    }
    this.#held.delete(contextId);
    this.#subscription?.release(contextId);
  }

  /**
   * Ends a request that only waits or reads: it is answered at once. One that changes something runs to its end, because
   * others may see its effects already.
   */
  #cancel(params: unknown): void {
    const { id } = (params ?? {}) as { readonly id?: unknown };
    for (const [request, controller] of this.#inFlight)
      if (request.id === id && readingMethods.has(request.method)) controller.abort();
  }

  /** A bridge names the agents that its client spawned through a previous daemon. */
  #killWhenClosed(params: unknown): void {
    this.#killOnClose = true;
    const { contexts } = (params ?? {}) as { readonly contexts?: unknown };
    if (!Array.isArray(contexts)) return;
    for (const id of contexts) if (typeof id === "string") this.#spawned.add(id);
  }

  /** The client may have disconnected while its agent was starting. */
  #noteSpawned(contextId: string): void {
    this.#spawned.add(contextId);
    if (this.#socket.destroyed) this.#killSpawned();
  }

  #killSpawned(): void {
    const team = this.#team;
    if (!this.#killOnClose || !team) return;
    for (const contextId of this.#spawned) {
      team.spawned.get(contextId)?.kill();
      this.#native.far.kill(team, contextId);
    }
  }

  #failureOf(error: unknown, { method }: Request): Failure {
    if (error instanceof ProtocolError || error instanceof MuxError) return error;
    this.#native.host.reportBug(error, `pane-backend ${method.slice(0, 64)}`);
    return { code: "internal-error", message: "internal error" };
  }

  #fail(id: RequestId, { code, message, details }: Failure, jsonrpc = this.#jsonrpc): void {
    const data = { ...details, code };
    this.#write(jsonrpc, { id, error: { code: wireErrors[code].rpc, message, data } });
  }

  #write(jsonrpc: boolean, message: object): void {
    if (!this.#socket.writable) return;
    this.#socket.write(`${JSON.stringify(jsonrpc ? { jsonrpc: "2.0", ...message } : message)}\n`);
    if (this.#socket.writableLength > CLOGGED_BYTES) this.#socket.pause();
  }

  #drained(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
    this.#subscription?.drained();
  }

  /** The client sends no more requests: pending ones are answered, within a time limit. */
  #finish(): void {
    this.#ended = true;
    if (this.#inFlight.size === 0) this.#socket.end();
    else setTimeout(() => this.#socket.end(), LAST_ANSWERS_MS).unref();
  }

  #closed(): void {
    this.#native.connections.delete(this);
    for (const controller of this.#inFlight.values()) controller.abort();
    this.#subscription?.close();
    if (!this.#team) return;
    this.#killSpawned();
    this.#native.teams.left(this.#team);
  }
}

type Failure = Pick<ProtocolError, "code" | "message"> & Partial<Pick<ProtocolError, "details">>;
