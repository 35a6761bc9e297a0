import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_WAIT_MS } from "../protocol/default-wait.ts";
import type { AnyEvent, EventName, LeavingEvent } from "../protocol/events.ts";
import type { MethodName, ParamsInput, Result } from "../protocol/methods.ts";
import { adaptEvent } from "./adapt-event.ts";
import { BackendError } from "./backend-error.ts";
import { connectFailure } from "./connect-failure.ts";
import { type Cursor, SeenSoFar } from "./cursor.ts";
import { type BackendHello, canResume, establish, type WantedConnection } from "./establish.ts";
import { EventStream } from "./event-stream.ts";
import type { Wire } from "./wire.ts";

/** Settles like the promise, or rejects with the signal's reason if the signal is aborted first. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Node's timers end at once if they are set to more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The signal is aborted after this time; never, if the time is longer than any timer. */
function abortAfter(ms: number): {
  readonly signal: AbortSignal;
  readonly timer: NodeJS.Timeout | undefined;
} {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error(`it did not answer within ${ms} ms`));
  return {
    signal: controller.signal,
    timer: ms <= LONGEST_TIMER_MS ? setTimeout(abort, ms) : undefined,
  };
}

interface ClientOptions extends WantedConnection {
  readonly reconnectTimeoutMs: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the connection was lost before the answer and the call is sent again. */
  readonly onRepeated?: (() => void) | undefined;
}

export interface EventsOptions {
  /** Only these events; absent: all events of the connection. Gaps are always reported. */
  readonly methods?: readonly EventName[];
  /** Only events of these contexts. */
  readonly contexts?: readonly string[];
  /** Bytes that may wait for the reader; beyond this a gap is reported. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Parameters may be omitted if all of them are optional. */
type CallArguments<N extends MethodName> =
  Record<never, never> extends ParamsInput<N>
    ? [params?: ParamsInput<N>, options?: CallOptions]
    : [params: ParamsInput<N>, options?: CallOptions];

/**
 * Repeating these methods has no further effect: the client repeats them when the connection is lost before the answer.
 */
const REPEATABLE: ReadonlySet<MethodName> = new Set<MethodName>([
  "capture",
  "kill",
  "list",
  "get_self_id",
  "mullion.wait",
  "mullion.resize",
  "mullion.screen",
  "mullion.rename",
  "mullion.set_metadata",
  "mullion.tree",
  "mullion.output",
  "mullion.search",
  "mullion.agents",
  "mullion.hosts",
  "mullion.describe",
]);

/** Notifies the backend that the answer to a request is no longer awaited. */
const CANCEL = "mullion.cancel";
const LEAVING: LeavingEvent = "mullion.backend_leaving";

const DEFAULT_QUEUE_BYTES = 16 * 1024 * 1024;
const MAX_CONNECTS = 3;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * One backend, over as many connections as needed. When a connection is lost and the backend can resume, the client
 * reconnects and events continue after the last one received; calls made meanwhile wait. A pending call that may have
 * been carried out is not repeated but fails with "connection-lost", unless repeating it has no further effect.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #streams = new Set<EventStream>();
  readonly #closing = new AbortController();
  #hello!: BackendHello;
  #seen = new SeenSoFar();
  /** Events that arrived before the first stream: that stream begins with them. */
  #backlog: EventStream | undefined;
  #wire: Wire | undefined;
  #ready!: Promise<Wire>;

  private constructor(options: ClientOptions) {
    this.#options = options;
  }

  static async open(options: ClientOptions, signal?: AbortSignal): Promise<Client> {
    const client = new Client(options);
    try {
      client.#ready = Promise.resolve(await client.#connect(signal));
      return client;
    } catch (error) {
      throw error instanceof BackendError || signal?.aborted ? error : connectFailure(error);
    }
  }

  /** The context that this client runs in. */
  get selfContextId(): string {
    return this.#hello.self_context_id;
  }

  get capabilities(): readonly string[] {
    return this.#hello.capabilities;
  }

  /** Identifies this team for another process; undefined if the backend does not report it. */
  get sessionHint(): string | undefined {
    return this.#hello.mullion?.session_hint ?? this.#options.sessionHint;
  }

  /** Position of the received events. A stream has its own cursor, for what its reader has consumed. */
  get cursor(): Cursor {
    return this.#seen.cursor;
  }

  async call<N extends MethodName>(method: N, ...rest: CallArguments<N>): Promise<Result<N>> {
    const [params = {}, { signal, onRepeated } = {}] = rest;
    const startedAt = performance.now();
    for (let repeated = false; ; repeated = true) {
      const wire = await abortable(this.#ready, signal);
      if (repeated) onRepeated?.();
      const wanted = repeated && method === "mullion.wait" ? restOfWait(params, startedAt) : params;
      // Another backend may not expect the notification.
      const onAbort = (id: number) => void (this.#hello.mullion && wire.notify(CANCEL, { id }));
      try {
        return (await wire.request(method, wanted, { signal, onAbort })) as Result<N>;
      } catch (error) {
        if (!mayRepeat(method, error)) throw error;
      }
    }
  }

  /**
   * Every pane with the state of its program: those that wait for a person first. Fails with "method-not-found" if the
   * backend does not report states. To follow changes, subscribe to `mullion.agent_state_changed`.
   */
  async agents(
    params: ParamsInput<"mullion.agents"> = {},
    options: CallOptions = {},
  ): Promise<Result<"mullion.agents">["agents"]> {
    return (await this.call("mullion.agents", params, options)).agents;
  }

  /** The other machines that a person has added, with the states of their links. */
  async hosts(options: CallOptions = {}): Promise<Result<"mullion.hosts">["hosts"]> {
    return (await this.call("mullion.hosts", {}, options)).hosts;
  }

  /**
   * The first stream starts with the connection, later ones start now; a stream ends on `break`, when the signal is
   * aborted, or when the client is closed.
   */
  events({ methods, contexts, maxBytes = DEFAULT_QUEUE_BYTES, signal }: EventsOptions = {}): EventStream {
    const stop = () => void stream.return();
    const stream = new EventStream({
      maxBytes,
      cursor: this.#backlog?.cursor ?? this.#seen.cursor,
      wants: (event) => isWanted(event, methods, contexts),
      left: () => {
        this.#streams.delete(stream);
        signal?.removeEventListener("abort", stop);
      },
    });
    this.#backlog?.drainInto(stream);
    if (this.#backlog) this.#streams.delete(this.#backlog);
    this.#backlog = undefined;
    this.#streams.add(stream);
    if (signal?.aborted || this.#closing.signal.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    return stream;
  }

  /** Streams still deliver events that were received; then they end. */
  close(): void {
    this.#finish(new BackendError("closed", "the client was closed"), undefined);
  }

  /** A daemon may leave before it answers a new connection; initializing the next one has no further effect. */
  async #connect(signal?: AbortSignal): Promise<Wire> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#establish(signal);
      } catch (error) {
        if (attempt === MAX_CONNECTS || !wasLost(error)) throw error;
      }
    }
  }

  async #establish(signal?: AbortSignal): Promise<Wire> {
    let wire: Wire | undefined;
    wire = await establish({
      ...this.#options,
      ...(this.#hello && { sessionHint: this.sessionHint, cursor: this.#seen.cursor }),
      began: (hello, from) => {
        if (!this.#hello) this.#begin(from);
        this.#hello = hello;
      },
      onEvent: (method, params) => this.#onEvent(method, params),
      onClose: (error) => {
        if (wire && this.#wire === wire) this.#lost(error);
      },
      signal,
    });
    if (this.#closing.signal.aborted) {
      wire.close(); // An event that arrived with the last answer ended the client.
      throw this.#closing.signal.reason as Error;
    }
    if (wire.closed) throw new BackendError("connection-lost", "the connection went at once");
    this.#wire = wire;
    return wire;
  }

  #begin(from: Cursor | undefined): void {
    this.#seen = new SeenSoFar(from);
    this.#backlog = new EventStream({
      maxBytes: DEFAULT_QUEUE_BYTES,
      cursor: this.#seen.cursor,
      wants: () => true,
      left() {},
    });
    this.#streams.add(this.#backlog);
  }

  #onEvent(method: string, params: Record<string, unknown>): void {
    if (method === LEAVING) {
      this.#wire?.leave(Array.isArray(params.unfinished) ? params.unfinished : []);
      return;
    }
    const event = adaptEvent(method, params, this.#seen);
    const fresh = event && this.#seen.take(event);
    if (fresh) for (const stream of this.#streams) stream.push(fresh);
    if (fresh?.method === "mullion.backend_ended") this.#ended(fresh.params.reason);
  }

  /** Reconnecting would start the backend again, against the wish of the user who ended it. */
  #ended(reason: string): Error {
    const error = new BackendError("backend-ended", reason);
    this.#finish(error, error);
    return this.#closing.signal.reason as Error;
  }

  #lost(cause: Error | undefined): void {
    this.#wire = undefined;
    if (this.#closing.signal.aborted) return;
    if (canResume(this.#hello) && this.#options.reconnectTimeoutMs > 0) {
      this.#ready = this.#reconnect(cause);
      this.#ready.catch(() => {}); // Callers see the rejection; without callers, the streams do.
      return;
    }
    const error = new BackendError("connection-lost", "the backend closed the connection", { cause });
    this.#finish(error, error);
  }

  async #reconnect(cause: Error | undefined): Promise<Wire> {
    const expiry = abortAfter(this.#options.reconnectTimeoutMs);
    const signal = AbortSignal.any([this.#closing.signal, expiry.signal]);
    let failure: unknown = cause;
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        try {
          return await this.#establish(signal);
        } catch (error) {
          if (error !== expiry.signal.reason) failure = error;
          if (hasEnded(error)) throw this.#ended(error.message);
          if (isAnswer(error) || signal.aborted) throw this.#giveUp(failure ?? error);
        }
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    } finally {
      clearTimeout(expiry.timer);
    }
  }

  #giveUp(cause: unknown): Error {
    const message = `the backend is not to be reached any more: ${(cause as Error).message}`;
    const failure = new BackendError("not-connected", message, { cause });
    if (!this.#closing.signal.aborted) this.#finish(failure, failure);
    return this.#closing.signal.reason as Error;
  }

  /** Calls fail with `reason` from now on; streams end, with `error` if given. */
  #finish(reason: Error, error: Error | undefined): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(reason);
    this.#ready = Promise.reject(reason);
    this.#ready.catch(() => {});
    this.#wire?.close();
    this.#wire = undefined;
    for (const stream of this.#streams) stream.finish(error);
    this.#streams.clear();
  }
}

/** A wait is over when the caller expects it, however many daemons it takes. */
function restOfWait(params: { readonly timeout_ms?: number }, startedAt: number): object {
  const { timeout_ms = DEFAULT_WAIT_MS } = params;
  const restMs = Math.ceil(timeout_ms - (performance.now() - startedAt));
  return { ...params, timeout_ms: Math.max(restMs, 0) };
}

/** A request that was never sent may always be sent again. */
function mayRepeat(method: MethodName, error: unknown): boolean {
  if (!(error instanceof BackendError)) return false;
  return error.code === "not-connected" || (error.code === "connection-lost" && REPEATABLE.has(method));
}

/** The connection was open, and closed before an answer. */
function wasLost(error: unknown): boolean {
  if (error instanceof BackendError) return error.code === "connection-lost";
  return (error as NodeJS.ErrnoException).code === "ECONNRESET";
}

function hasEnded(error: unknown): error is BackendError {
  return error instanceof BackendError && error.code === "backend-ended";
}

/** The backend answered with a refusal, and would do so again. */
function isAnswer(error: unknown): boolean {
  return error instanceof BackendError && error.rpcCode !== undefined;
}

function isWanted(
  event: AnyEvent,
  methods: readonly EventName[] | undefined,
  contexts: readonly string[] | undefined,
): boolean {
  if (event.method !== "mullion.gap" && methods && !methods.includes(event.method)) return false;
  if (!contexts || !("context_id" in event.params)) return true;
  return contexts.includes(event.params.context_id ?? "");
}
