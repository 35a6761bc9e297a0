import { guarded } from "./throw-later.ts";

/**
 * Parsing shares one thread with answering calls. Work is done in bounded slices, one pane after the other, and between
 * two turns the loop looks at its sockets: a flood in one pane delays neither its neighbours nor anybody's call by more
 * than a turn. Little output on a quiet machine does not wait for a turn at all, since an echo should come at once.
 *
 * Where there are more programs that flood than processors, the system lets whoever never rests wait for all of them. So
 * while calls come there is a rest after each turn: the programs behind the flood stand still then, and a call finds the
 * machine free.
 */
export interface SliceTask {
  /** Does about this many bytes of work; says whether more is left. */
  slice(maxBytes: number): boolean;
}

const SLICE_BYTES = 16 * 1024;
const TURN_MS = 1;
const REST_MS = 4;
/** Whoever called so lately is likely to call again. */
const CALLED_MS = 20;
/** Work done outside of turns, between two of them. */
const AT_ONCE_BYTES = 16 * 1024;

export class FairSlices {
  readonly #tasks = new Set<SliceTask>();
  #scheduled = false;
  #resting = false;
  #calledMs = Number.NEGATIVE_INFINITY;
  #atOnceLeft = AT_ONCE_BYTES;
  #givesWay: "now" | "next-time" | undefined;

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
    const end = performance.now() + TURN_MS;
    for (const task of this.#tasks) {
      // Deleted first: whoever has more to do goes to the end of the line.
      this.#tasks.delete(task);
      guarded(() => {
        if (task.slice(SLICE_BYTES)) this.#tasks.add(task);
      });
      if (performance.now() >= end) break;
    }
    if (this.#tasks.size > 0) this.#goOn();
  }

  #goOn(): void {
    if (performance.now() - this.#calledMs > CALLED_MS) this.#schedule();
    else this.#rest();
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
