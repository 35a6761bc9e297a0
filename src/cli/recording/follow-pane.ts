import type { Pane } from "../../core/tree/pane.ts";
import type { PaneOutput } from "../../native/host.ts";
import type { CliContext, RecordingEvent } from "../context.ts";

/** Output that waits for a slow reader is kept up to here; beyond it the journal is read again. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface FollowOptions {
  readonly context: CliContext;
  readonly pane: Pane;
  /** The first byte that is wanted. */
  readonly from: number;
  /** Nobody follows any longer. */
  onGone(listener: () => void): void;
}

/**
 * What a pane's present process prints from an offset on and how the pane is resized, as it happens, until it ends. Reading
 * slowly holds nobody up and costs nothing: what was missed is read from the journal.
 */
export async function* followPane(options: FollowOptions): AsyncGenerator<RecordingEvent> {
  const { context, pane } = options;
  const output = context.outputOf(pane);
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

/** What happened and was not taken yet. */
class Live {
  readonly #ends: (() => void)[] = [];
  #events: RecordingEvent[] = [];
  #bytes = 0;
  #wake: (() => void) | undefined;
  ended = false;
  gone = false;

  constructor({ context, pane, onGone }: FollowOptions, output: PaneOutput) {
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
        context.onEnd(pane, () => {
          this.ended = true;
          this.#wake?.();
        }),
      );
    }
    onGone(() => {
      this.gone = true;
      this.#wake?.();
    });
  }

  /** Whether what comes at this position is not here. */
  missed(position: number): boolean {
    const first = this.#events.find((event) => event.kind === "output");
    return first === undefined || (first.kind === "output" && first.offset > position);
  }

  /** The next one; output before the position is known already. */
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
