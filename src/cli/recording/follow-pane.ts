import type { Pane } from "../../core/tree/tree.ts";
import type { PaneOutput } from "../../panes/host.ts";
import type { CliContext, RecordingEvent } from "../context.ts";

/** Maximum of unread output in memory for a slow reader; beyond it the journal is read again. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface FollowOptions {
  readonly context: CliContext;
  readonly pane: Pane;
  /** Offset of the first byte to return. */
  readonly from: number;
  /** Aborted when the reader disconnects. */
  readonly gone: AbortSignal;
}

/**
 * Output of a pane's current process from an offset on, and the pane's resizes, as they happen, until it ends. A slow
 * reader delays nothing and costs no memory: what it missed is read from the journal.
 */
export async function* followPane(options: FollowOptions): AsyncGenerator<RecordingEvent> {
  const { context, pane } = options;
  const { output } = context.live(pane);
  if (!output) return;
  const live = new Live(options, output);
  let position = options.from;
  try {
    for (;;) {
      while (position < output.end && live.missed(position)) {
        const before = position;
        for await (const { offset, bytes } of output.recorded(position)) {
          if (live.gone) return;
          yield { kind: "output", timeMs: context.clock.now(), offset, bytes };
          position = offset + bytes.length;
        }
        if (position === before) position = output.end;
      }
      for (let event = live.take(position); event; event = live.take(position)) {
        yield event;
        if (event.kind === "output") position = event.offset + event.bytes.length;
      }
      if (live.gone || (live.ended && position >= output.end)) return;
      await live.more();
    }
  } finally {
    live.stop();
  }
}

/** Events that the reader has not received yet. */
class Live {
  readonly #ends: (() => void)[] = [];
  #events: RecordingEvent[] = [];
  #bytes = 0;
  #wake: (() => void) | undefined;
  ended = false;
  readonly #gone: AbortSignal;

  constructor({ context, pane, gone }: FollowOptions, output: PaneOutput) {
    const now = () => context.clock.now();
    const { events } = pane.window.server;
    let { cols, rows } = pane;
    this.#ends.push(
      output.tap(({ offset, bytes }) =>
        this.#add({ kind: "output", timeMs: now(), offset, bytes: bytes.slice() }),
      ),
      events.on("window-layout-changed", () => {
        if (pane.cols === cols && pane.rows === rows) return;
        ({ cols, rows } = pane);
        this.#add({ kind: "resize", timeMs: now(), cols, rows });
      }),
    );
    if (pane.process === undefined) this.ended = true;
    else {
      this.#ends.push(
        context.live(pane).onEnd(() => {
          this.ended = true;
          this.#wake?.();
        }),
      );
    }
    this.#gone = gone;
    const wake = () => this.#wake?.();
    gone.addEventListener("abort", wake);
    this.#ends.push(() => gone.removeEventListener("abort", wake));
  }

  get gone(): boolean {
    return this.#gone.aborted;
  }

  /** Whether the output at this position was dropped from memory. */
  missed(position: number): boolean {
    const first = this.#events.find((event) => event.kind === "output");
    return first === undefined || (first.kind === "output" && first.offset > position);
  }

  /** The next event, without output before the position, which the reader already has. */
  take(position: number): RecordingEvent | undefined {
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      if (event.kind !== "output") return event;
      this.#bytes -= event.bytes.length;
      if (event.offset > position) {
        this.#events.unshift(event);
        this.#bytes += event.bytes.length;
        return undefined;
      }
      if (event.offset + event.bytes.length > position) {
        const known = position - event.offset;
        return { ...event, offset: position, bytes: event.bytes.subarray(known) };
      }
    }
    return undefined;
  }

  more(): Promise<void> {
    if (this.#events.length > 0 || this.ended || this.gone) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  #add(event: RecordingEvent): void {
    if (event.kind === "output") this.#bytes += event.bytes.length;
    this.#events.push(event);
    if (this.#bytes > MAX_WAITING_BYTES) {
      this.#events = this.#events.filter(({ kind }) => kind !== "output");
      this.#bytes = 0;
    }
    this.#wake?.();
  }
}
