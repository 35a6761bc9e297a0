import type { AnyEvent } from "../protocol/events.ts";
import type { Context } from "./context.ts";
import type { NativeHost, OutputStretch, PaneOutput, RetiredPane } from "./host.ts";

/** The destination of events. */
export interface EventSink {
  send(event: AnyEvent): void;
  /** The reader accepts less than is sent: send nothing until `drained`. */
  readonly congested: boolean;
}

/** A context's output, live or kept. */
interface OutputSource extends Pick<RetiredPane, "close"> {
  /** Without `tap` if no more output will come. */
  readonly output: RetiredPane["output"] & Partial<PaneOutput>;
}

/** Undefined if nothing of the output is left. */
export function outputSource(host: NativeHost, context: Context): OutputSource | undefined {
  const { output, replaced, place } = context;
  if (output) return { output, close() {} };
  return replaced ? undefined : host.openRetired(place);
}

interface OutputFeedOptions {
  readonly host: NativeHost;
  readonly context: Context;
  /** Offset of the first byte that the reader has not received. */
  readonly position: number;
  readonly sink: EventSink;
  /** The feed has caught up: events that waited for it may follow. */
  onCaughtUp(): void;
}

/**
 * Sends one context's output to one reader. Output after the reader's position is read from the journal, at the
 * reader's pace; once caught up, output is passed on as it arrives. Live output that the reader does not accept is not
 * queued: the reader receives a gap that names the missed range, and may request it again.
 */
export class OutputFeed {
  readonly #options: OutputFeedOptions;
  #position: number;
  #source: OutputSource | undefined;
  #untap: (() => void) | undefined;
  #catchingUp = false;
  #lagging = false;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(options: OutputFeedOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  get position(): number {
    return this.#position;
  }

  /** The context exited, and all of its output was sent. */
  get complete(): boolean {
    return this.#position >= (this.#options.context.exit?.offset ?? Number.POSITIVE_INFINITY);
  }

  start(): void {
    if (this.#source || this.#closed) return;
    const { host, context } = this.#options;
    this.#source = outputSource(host, context);
    if (!this.#source) {
      this.#gap(context.offset, "expired");
      return;
    }
    if (!context.exit) this.#untap = this.#source.output.tap?.((stretch) => this.#live(stretch));
    this.#catchUpSoon();
  }

  drained(): void {
    this.#wake?.();
    if (!this.#lagging || this.#catchingUp) return;
    this.#lagging = false;
    this.#gap(this.#source?.output.end ?? this.#options.context.offset, "slow-reader");
  }

  close(): void {
    this.#closed = true;
    this.#untap?.();
    this.#source?.close();
    this.#wake?.();
  }

  #live(stretch: OutputStretch): void {
    if (this.#catchingUp || this.#lagging) return;
    if (this.#options.sink.congested) this.#lagging = true;
    else if (stretch.offset > this.#position) this.#catchUpSoon();
    else this.#send(stretch);
  }

  #catchUpSoon(): void {
    this.#catchingUp = true;
    this.#catchUp()
      // An unreadable journal is treated like one that is gone.
      .catch(() => this.#gap(this.#end, "expired"))
      .finally(() => {
        this.#catchingUp = false;
        if (!this.#closed) this.#options.onCaughtUp();
      });
  }

  async #catchUp(): Promise<void> {
    while (!this.#closed && this.#position < this.#end) {
      const before = this.#position;
      for await (const stretch of this.#source!.output.recorded(this.#position)) {
        await this.#taken();
        if (this.#closed) return;
        if (stretch.offset > this.#position) this.#gap(stretch.offset, "expired");
        this.#send(stretch);
      }
      // The journal has no more output, and never will.
      if (this.#position === before) this.#gap(this.#end, "expired");
    }
  }

  get #end(): number {
    return this.#options.context.exit?.offset ?? this.#source!.output.end;
  }

  /** Resolves when the reader accepts more. */
  async #taken(): Promise<void> {
    while (this.#options.sink.congested && !this.#closed)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  /** A reader may be ahead of a daemon that was killed before it recorded what it had sent. */
  #send({ offset, bytes }: OutputStretch): void {
    const known = this.#position - offset;
    if (known < 0 || known >= bytes.length) return;
    const data = Buffer.from(bytes.buffer, bytes.byteOffset + known, bytes.length - known).toString("base64");
    const params = { context_id: this.#options.context.id, data, offset: this.#position };
    this.#position += bytes.length - known;
    this.#options.sink.send({ method: "context_output", params });
  }

  #gap(to: number, reason: "slow-reader" | "expired"): void {
    const { context, sink } = this.#options;
    if (to <= this.#position) return;
    const params = { kind: "output", context_id: context.id, from: this.#position, to, reason } as const;
    this.#position = to;
    sink.send({ method: "mullion.gap", params });
  }
}
