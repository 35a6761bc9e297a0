import { guarded } from "./throw-later.ts";

/**
 * Parsing shares one thread with answering calls. Work is done in bounded slices, one pane after the other, and between
 * two turns the loop looks at its sockets: a flood in one pane delays neither its neighbours nor anybody's call by more
 * than a turn. Little output on a quiet machine does not wait for a turn at all, since an echo should come at once.
 */
export interface SliceTask {
  /** Does about this many bytes of work; says whether more is left. */
  slice(maxBytes: number): boolean;
}

const SLICE_BYTES = 16 * 1024;
const TURN_MS = 1;
/** Work done outside of turns, between two of them. */
const AT_ONCE_BYTES = 16 * 1024;

export class FairSlices {
  readonly #tasks = new Set<SliceTask>();
  #scheduled = false;
  #atOnceLeft = AT_ONCE_BYTES;
  #givesWay: "now" | "next-time" | undefined;

  /**
   * Somebody has come, who will be heard when the loop next looks at its sockets: it does so before anything more is parsed.
   * Never twice in a row, so that many callers do not keep panes from being parsed.
   */
  giveWay(): void {
    this.#givesWay ??= "now";
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
    if (this.#tasks.size > 0 || bytes > this.#atOnceLeft) return false;
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
    if (this.#tasks.size > 0) this.#schedule();
  }
}
