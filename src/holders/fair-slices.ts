import { availableParallelism } from "node:os";
import { guarded } from "./guarded.ts";

/**
 * Parsing shares one thread with answering calls. Work runs in bounded slices, one pane after the other, and between
 * two turns the event loop serves its sockets: a flood in one pane delays neither its neighbours nor any call by more
 * than a turn. A little output on a quiet machine does not wait for a turn, because an echo should appear at once.
 *
 * When as many panes flood as there are processors, the system favours their programs over a daemon that never rests.
 * So while calls arrive on such a machine, turns are shorter and each is followed by a rest: the programs block on full
 * buffers, and a call finds a processor free.
 */
export interface SliceTask {
  /** Does about this many bytes of work; returns whether more is left. */
  slice(maxBytes: number): boolean;
}

const SLICE_BYTES = 16 * 1024;
const TURN_MS = 1;
/** Turn length while calls arrive on a busy machine. */
const SHORT_TURN_MS = 0.5;
const REST_MS = 4;
/** A caller or a flooding pane that was active within this time is likely to continue. */
const LATELY_MS = 50;
/** Limit of work done outside turns, between two turns. */
const AT_ONCE_BYTES = 16 * 1024;

export class FairSlices {
  readonly #processors: number;
  readonly #tasks = new Set<SliceTask>();
  #scheduled = false;
  #resting = false;
  #calledMs = Number.NEGATIVE_INFINITY;
  /** Last time that as many panes as processors had output to parse. */
  #crowdedMs = Number.NEGATIVE_INFINITY;
  #atOnceLeft = AT_ONCE_BYTES;
  #givesWay: "now" | "next-time" | undefined;

  constructor(processors = availableParallelism()) {
    this.#processors = processors;
  }

  /**
   * New connections are served before the next parsing slice. Never twice in a row, so that many callers do not starve
   * parsing.
   */
  giveWay(): void {
    this.#givesWay ??= "now";
    this.#calledMs = performance.now();
  }

  /** A task that is already queued keeps its place. */
  add(task: SliceTask): void {
    this.#tasks.add(task);
    this.#schedule();
  }

  remove(task: SliceTask): void {
    this.#tasks.delete(task);
  }

  /** Whether this little work may run now, outside a turn. */
  mayDoNow(bytes: number): boolean {
    if (this.#tasks.size > 0 && !this.#resting) return false;
    if (bytes > this.#atOnceLeft) {
      this.#schedule(); // Only a turn allows more. Without need there is none: each costs as much as an echo.
      return false;
    }
    this.#atOnceLeft -= bytes;
    return true;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    if (this.#givesWay === "now") {
      this.#givesWay = "next-time";
      this.#schedule();
      return;
    }
    this.#givesWay = undefined;
    this.#atOnceLeft = AT_ONCE_BYTES;
    const now = performance.now();
    if (this.#tasks.size >= this.#processors) this.#crowdedMs = now;
    const restful = now - this.#calledMs < LATELY_MS && now - this.#crowdedMs < LATELY_MS;
    const end = now + (restful ? SHORT_TURN_MS : TURN_MS);
    for (const task of this.#tasks) {
      // Deleted first: a task with more work goes to the end of the queue.
      this.#tasks.delete(task);
      guarded(() => {
        if (task.slice(SLICE_BYTES)) this.#tasks.add(task);
      });
      if (performance.now() >= end) break;
    }
    if (this.#tasks.size === 0) return;
    if (restful) this.#rest();
    else this.#schedule();
  }

  #rest(): void {
    this.#scheduled = true;
    this.#resting = true;
    setTimeout(() => {
      this.#resting = false;
      this.#turn();
    }, REST_MS);
  }
}
