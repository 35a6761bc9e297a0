import { availableParallelism } from "node:os";
import { guarded } from "./throw-later.ts";

/**
 * Parsing shares one thread with answering calls. Work is done in bounded slices, one pane after the other, and between
 * two turns the loop looks at its sockets: a flood in one pane delays neither its neighbours nor anybody's call by more
 * than a turn. Little output on a quiet machine does not wait for a turn at all, since an echo should come at once.
 *
 * Where as many panes flood as there are processors, the system lets whoever never rests wait for the programs in all of
 * them. So while calls come turns are shorter then, and each is followed by a rest: those programs stand still, and a call
 * finds the machine free.
 */
export interface SliceTask {
  /** Does about this many bytes of work; says whether more is left. */
  slice(maxBytes: number): boolean;
}

const SLICE_BYTES = 16 * 1024;
const TURN_MS = 1;
/** While calls come on a machine that is busy. */
const SHORT_TURN_MS = 0.5;
const REST_MS = 4;
/** Whoever called so lately is likely to call again, and a pane that flooded to go on. */
const LATELY_MS = 50;
/** Work done outside of turns, between two of them. */
const AT_ONCE_BYTES = 16 * 1024;

export class FairSlices {
  readonly #processors: number;
  readonly #tasks = new Set<SliceTask>();
  #scheduled = false;
  #resting = false;
  #calledMs = Number.NEGATIVE_INFINITY;
  /** When as many panes had something to be parsed as there are processors. */
  #crowdedMs = Number.NEGATIVE_INFINITY;
  #atOnceLeft = AT_ONCE_BYTES;
  #givesWay: "now" | "next-time" | undefined;

  constructor(processors = availableParallelism()) {
    this.#processors = processors;
  }

  /**
   * Somebody has come, who will be heard when the loop next looks at its sockets: it does so before anything more is parsed.
   * Never twice in a row, so that many callers do not keep panes from being parsed.
   */
  giveWay(): void {
    this.#givesWay ??= "now";
    this.#calledMs = performance.now();
  }

  /** A task that is already waiting keeps its place. */
  add(task: SliceTask): void {
    this.#tasks.add(task);
    this.#schedule();
  }

  remove(task: SliceTask): void {
    this.#tasks.delete(task);
  }

  /** Whether so little work may be done right now, out of turn. */
  mayDoNow(bytes: number): boolean {
    if ((this.#tasks.size > 0 && !this.#resting) || bytes > this.#atOnceLeft) return false;
    this.#atOnceLeft -= bytes;
    this.#schedule();
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
      // Deleted first: whoever has more to do goes to the end of the line.
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
