import { createScreen } from "../../../core/screen/emulator.ts";
import type { Screen } from "../../../core/screen/screen.ts";
import { vtSnapshot } from "../../../core/screen/vt-snapshot.ts";
import { type PaneCast, readSize } from "./cast.ts";

/**
 * Screens of a recording at regular distances, so that a jump costs the same in a long recording as in a short one. The
 * daemon's own emulator makes them: it has no display, so it reads a recording several times faster than the terminal that
 * shows it, and its snapshots are what the page shows of live panes too.
 */
export interface CastCheckpoint {
  /** The last event that it contains. */
  readonly event: number;
  readonly cols: number;
  readonly rows: number;
  /** Write it to a terminal of this size. */
  readonly screen: string;
}

/** Characters of output between two checkpoints. */
const DISTANCE = 128 * 1024;
/** Lines above the screen that a checkpoint has. */
const HISTORY_LINES = 500;
/** The page answers to a person between two slices. */
const SLICE_MS = 12;

export class CastCheckpoints {
  readonly #events: PaneCast["events"];
  readonly #screen: Screen;
  readonly #found: CastCheckpoint[] = [];
  readonly #encoder = new TextEncoder();
  #next = 0;
  #sinceLast = 0;

  constructor({ events, cols, rows }: PaneCast) {
    this.#events = events;
    this.#screen = createScreen({ cols, rows, historyLimit: HISTORY_LINES });
  }

  /** Whether output from one event to another is so short that writing it costs no more than a checkpoint does. */
  isNear(from: number, to: number): boolean {
    let characters = 0;
    for (let at = from + 1; at <= to && characters <= DISTANCE; at++)
      characters += this.#events[at]?.data.length ?? 0;
    return characters <= DISTANCE;
  }

  /** The last checkpoint that is not after this event; undefined if the beginning is nearer. */
  async before(event: number): Promise<CastCheckpoint | undefined> {
    while (this.#next <= event) {
      this.#readSlice(event);
      if (this.#next <= event) await pause();
    }
    return this.#found.findLast((checkpoint) => checkpoint.event <= event);
  }

  /** Ends a reading that is under way. */
  stop(): void {
    this.#next = Number.POSITIVE_INFINITY;
  }

  #readSlice(last: number): void {
    const end = performance.now() + SLICE_MS;
    while (this.#next <= last && performance.now() < end) {
      this.#read(this.#next);
      this.#next += 1;
    }
  }

  #read(event: number): void {
    const { kind, data = "" } = this.#events[event] ?? {};
    if (kind === "r") {
      const { cols, rows } = readSize(data);
      this.#screen.resize(cols, rows);
      return;
    }
    this.#screen.write(this.#encoder.encode(data));
    this.#sinceLast += data.length;
    // Within an escape sequence, a screen cannot be continued.
    if (this.#sinceLast < DISTANCE || this.#screen.midSequence) return;
    this.#sinceLast = 0;
    const { cols, rows } = this.#screen;
    this.#found.push({ event, cols, rows, screen: vtSnapshot(this.#screen, HISTORY_LINES) });
  }
}

/** Lets the browser draw and handle input first. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
