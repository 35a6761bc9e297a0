import type { AnyEvent } from "../protocol/events.ts";
import { type Cursor, SeenSoFar } from "./cursor.ts";

/** Approximate cost of an event beside its data, in bytes. */
const OVERHEAD_BYTES = 256;

type AgentEvent = Extract<AnyEvent, { method: "mullion.agent_state_changed" }>;
/** Events that a gap may stand for. */
type Skippable = Exclude<AnyEvent, AgentEvent | { method: "mullion.backend_ended" }>;

export interface EventStreamOptions {
  readonly maxBytes: number;
  readonly cursor: Cursor;
  wants(event: AnyEvent): boolean;
  /** The reader has left the stream. */
  left(): void;
}

/**
 * Events for one reader, in order. Events that the reader has not consumed wait here up to a bound; beyond it, events
 * are dropped and the reader receives a gap exactly in their place. An empty queue takes any event, or a reader would
 * wait for ever for one that exceeds the bound.
 */
export class EventStream implements AsyncIterableIterator<AnyEvent> {
  readonly #options: EventStreamOptions;
  readonly #queue: AnyEvent[] = [];
  readonly #readers: PromiseWithResolver<IteratorResult<AnyEvent>>[] = [];
  readonly #taken: SeenSoFar;
  /** Events dropped since the queue was full, by context, and "" for the numbered events. */
  readonly #gaps = new Map<string, { from: number; to: number }>();
  #bytes = 0;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#taken = new SeenSoFar(options.cursor);
  }

  /** What the reader has consumed: a later client continues from here. */
  get cursor(): Cursor {
    return this.#taken.cursor;
  }

  push(event: AnyEvent): void {
    if (this.#end || !this.#options.wants(event)) return;
    const full = this.#gaps.size > 0 || (this.#queue.length > 0 && this.#bytes >= this.#options.maxBytes);
    if (event.method === "mullion.backend_ended") this.#putLast(event);
    else if (event.method === "mullion.agent_state_changed") this.#putNewest(event, full);
    else if (!full) this.#put(event);
    else this.#leaveOut(event);
  }

  /** Moves waiting events to another stream, with gaps in their places. */
  drainInto(other: EventStream): void {
    this.#flushGaps();
    for (const event of this.#queue.splice(0)) other.push(event);
    this.#bytes = 0;
  }

  /** The reader still receives waiting events; then the stream ends, or throws the error. */
  finish(error: Error | undefined): void {
    this.#flushGaps();
    this.#end ??= { error };
    while (this.#readers.length > 0) this.#settle(this.#readers.shift()!);
  }

  next(): Promise<IteratorResult<AnyEvent>> {
    return new Promise((resolve, reject) => {
      const reader = { resolve, reject };
      if (this.#queue.length > 0 || this.#end) this.#settle(reader);
      else this.#readers.push(reader);
    });
  }

  async return(): Promise<IteratorResult<AnyEvent>> {
    this.#queue.length = 0;
    this.#gaps.clear();
    this.finish(undefined);
    this.#options.left();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #settle({ resolve, reject }: PromiseWithResolver<IteratorResult<AnyEvent>>): void {
    const event = this.#queue.shift();
    if (event) {
      this.#bytes -= costOf(event);
      this.#taken.take(event);
      if (this.#queue.length === 0 || this.#bytes < this.#options.maxBytes / 2) this.#flushGaps();
      resolve({ done: false, value: event });
    } else if (this.#end?.error) {
      const { error } = this.#end;
      this.#end = { error: undefined };
      reject(error);
    } else resolve({ done: true, value: undefined });
  }

  #put(event: AnyEvent): void {
    this.#queue.push(event);
    this.#bytes += costOf(event);
    const reader = this.#readers.shift();
    if (reader) this.#settle(reader);
  }

  #putLast(event: AnyEvent): void {
    this.#flushGaps();
    this.#put(event);
  }

  /** Of each agent only the newest state counts: in a full queue it replaces the older one. */
  #putNewest(event: AgentEvent, full: boolean): void {
    const { socket, pane_id, host } = event.params;
    const older = this.#queue.findIndex(
      (each) =>
        full &&
        each.method === event.method &&
        each.params.pane_id === pane_id &&
        each.params.socket === socket &&
        each.params.host === host,
    );
    if (older >= 0) this.#bytes -= costOf(...(this.#queue.splice(older, 1) as [AnyEvent]));
    this.#put(event);
  }

  #leaveOut(event: Skippable): void {
    const { key, from, to } = stretchOf(event);
    const gap = this.#gaps.get(key);
    this.#gaps.set(key, { from: gap?.from ?? from, to });
  }

  #flushGaps(): void {
    const gaps = [...this.#gaps];
    this.#gaps.clear();
    for (const [key, { from, to }] of gaps) {
      const reason = "slow-reader" as const;
      const params =
        key === ""
          ? ({ kind: "events", from, to, reason } as const)
          : ({ kind: "output", context_id: key, from, to, reason } as const);
      this.#put({ method: "mullion.gap", params });
    }
  }
}

interface PromiseWithResolver<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

function costOf(event: AnyEvent): number {
  return OVERHEAD_BYTES + (event.method === "context_output" ? event.params.data.length : 0);
}

function stretchOf(event: Skippable): { key: string; from: number; to: number } {
  if (event.method === "context_output") {
    const { context_id, data, offset } = event.params;
    return { key: context_id, from: offset, to: offset + Buffer.byteLength(data, "base64") };
  }
  if (event.method !== "mullion.gap")
    return { key: "", from: event.params.sequence, to: event.params.sequence + 1 };
  const { params } = event;
  return { key: params.kind === "output" ? params.context_id : "", from: params.from, to: params.to };
}
