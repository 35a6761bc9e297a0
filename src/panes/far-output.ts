import { attempt } from "../core/attempt.ts";
import { type Clock, orLate } from "../core/ports.ts";
import type { AnyEvent } from "../protocol/events.ts";
import { formatFarId, parseFarId } from "./far-ids.ts";
import type { FarBackend, FarHosts } from "./host.ts";
import type { EventSink } from "./output-feed.ts";

interface FarOutputOptions {
  readonly hosts: FarHosts;
  readonly clock: Clock;
  readonly host: string;
  /** Hint of the team. */
  readonly team: string;
  /** By the ids of this machine: what the reader has received; undefined: output from now on. */
  readonly offsets: Readonly<Record<string, number>> | undefined;
  /** An earlier subscription of the reader has begun without the offsets, because the host did not answer in time. */
  readonly isLate: boolean;
  readonly sink: EventSink;
  /** By the id of this machine. */
  wants(contextId: string): boolean;
  /** A start on the host may be about this context, by the id of this machine, and its reply comes first. */
  isStarting(contextId: string): boolean;
  /** Events that waited for output may follow. */
  onProgress(): void;
}

/** Contexts of one host that a reader can follow. */
const MAX_CONTEXTS = 10_000;
/** A new reader waits this long to learn where the output of a host stands. */
const OPEN_MS = 2_000;
/** An exit waits this long for output that its host announced. */
const PATIENCE_MS = 5_000;

/**
 * The output of a team's contexts on one host, for one reader: a connection of its own, which resumes at the reader's
 * offsets. A reader that is too slow gets the gaps that the host's daemon or the client reports.
 */
export class FarOutput {
  readonly #options: FarOutputOptions;
  /** By the ids of this machine. */
  readonly #positions = new Map<string, number>();
  readonly #gone = new AbortController();
  readonly #impatient = new Set<string>();
  /** Ends of the output that a late host had before, by the ids of this machine. */
  readonly #skipped = new Map<string, number>();
  #backend: FarBackend | undefined;
  #opening: Promise<void> | undefined;
  #started = false;
  #wake: (() => void) | undefined;
  #isLate: boolean;

  constructor(options: FarOutputOptions) {
    this.#options = options;
    this.#isLate = options.isLate;
    for (const [id, offset] of Object.entries(options.offsets ?? {}))
      if (parseFarId(id)?.host === options.host) this.#positions.set(id, offset);
  }

  get offsets(): ReadonlyMap<string, number> {
    return this.#positions;
  }

  /** The reader has begun without the offsets: it receives a gap for each context when the host answers. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** The host was removed, or its daemon was ended: no output follows. */
  get hasEnded(): boolean {
    return this.#gone.signal.aborted;
  }

  /** Connects. Resolves when the offsets are known, or to no effect if the host does not answer in time. */
  async open(): Promise<void> {
    this.#opening ??= this.#open();
    const late = () => {
      this.#isLate = true;
    };
    await orLate(this.#options.clock, this.#opening, { limitMs: OPEN_MS, late });
  }

  /** Sends from now on. */
  start(): void {
    this.#started = true;
    this.#sendSkipped();
    this.#opening ??= this.#open();
    this.#wake?.();
  }

  #open(): Promise<void> {
    const { hosts, host, team, offsets } = this.#options;
    const there = [...this.#positions].map(([id, offset]) => [parseFarId(id)!.id, offset] as const);
    const order = {
      ...{ host, team, events: ["context_output"] as const, wait: true, starts: false },
      signal: this.#gone.signal,
      // Numbered events come from elsewhere, and all of them count as received here.
      ...(offsets && { cursor: { sequence: 0, offsets: Object.fromEntries(there) } }),
      onEvent: (event: AnyEvent) => this.#onEvent(event),
      onEnd: () => this.#ended(),
    };
    return hosts.open(order).then(
      (backend) => this.#opened(backend),
      () => this.#ended(),
    );
  }

  /** Whether the reader has received what the context printed, up to its exit. */
  isComplete(contextId: string, end: number): boolean {
    if (this.hasEnded || this.#impatient.has(contextId)) return true;
    if (!this.#options.wants(contextId) || (this.#positions.get(contextId) ?? 0) >= end) return true;
    this.#options.clock.after(PATIENCE_MS, () => {
      this.#impatient.add(contextId);
      this.#options.onProgress();
    });
    return false;
  }

  /** The reader accepts more again. */
  drained(): void {
    this.#wake?.();
  }

  close(): void {
    this.#gone.abort();
    this.#backend?.close();
    this.#wake?.();
  }

  #opened(backend: FarBackend): void {
    this.#backend = backend;
    if (this.#gone.signal.aborted) {
      backend.close();
      return;
    }
    for (const [id, offset] of Object.entries(backend.offsets()).slice(0, MAX_CONTEXTS)) {
      const here = attempt(() => formatFarId(this.#options.host, id));
      if (here === undefined || this.#positions.has(here) || !isOffset(offset)) continue;
      this.#positions.set(here, offset);
      if (this.#isLate && offset > 0) this.#skipped.set(here, offset);
    }
    if (this.#started) this.#sendSkipped();
  }

  /** Shows a reader that has begun without the offsets where the output goes on. */
  #sendSkipped(): void {
    for (const [context_id, to] of this.#skipped) {
      const params = { kind: "output", context_id, from: 0, to, reason: "slow-reader" } as const;
      if (this.#options.wants(context_id)) this.#options.sink.send({ method: "mullion.gap", params });
    }
    this.#skipped.clear();
  }

  #ended(): void {
    this.#gone.abort();
    this.#options.onProgress();
  }

  async #onEvent({ method, params: data }: AnyEvent): Promise<void> {
    if (method !== "context_output" && method !== "mullion.gap") return;
    if (!("context_id" in data) || this.#gone.signal.aborted) return;
    const context_id = formatFarId(this.#options.host, data.context_id);
    await this.#accepted(context_id);
    const end = "data" in data ? data.offset + Buffer.byteLength(data.data, "base64") : data.to;
    if (!this.#positions.has(context_id) && this.#positions.size >= MAX_CONTEXTS) return;
    this.#positions.set(context_id, end);
    if (this.#options.wants(context_id) && !this.#gone.signal.aborted)
      this.#options.sink.send(
        "data" in data
          ? { method: "context_output", params: { ...data, context_id } }
          : { method: "mullion.gap", params: { ...data, context_id } },
      );
    this.#options.onProgress();
  }

  async #accepted(contextId: string): Promise<void> {
    const { sink, isStarting } = this.#options;
    const isNew = () => !this.#positions.has(contextId) && isStarting(contextId);
    while ((!this.#started || sink.congested || isNew()) && !this.#gone.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}

/** What a host says is not trusted: an offset stands in cursors here. */
function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
