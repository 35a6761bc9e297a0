import type { Size } from "../core/ports.ts";
import { isSameSize } from "../core/same-size.ts";

/** A program that is told of each size of a border that is dragged would do nothing but draw. */
const LEAST_APART_MS = 25;
/** Between a size that was passed through and the same as before. */
const BACK_AFTER_MS = 10;

/**
 * Tells a process the size of its terminal: the first change when the caller's turn is over, following ones with some time
 * between them, and of several only the last. Where that is the one it knows already, it is told the one before it, too: its
 * screen was changed for that, and it must draw again.
 */
export class SizeTeller {
  readonly #tell: (size: Size) => void;
  #size: Size;
  #before: Size;
  #told: Size;
  #mayTellAtMs = 0;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(size: Size, tell: (size: Size) => void) {
    this.#size = size;
    this.#before = size;
    this.#told = size;
    this.#tell = tell;
  }

  get size(): Size {
    return this.#size;
  }

  change(size: Size): void {
    if (isSameSize(size, this.#size)) return;
    this.#before = this.#size;
    this.#size = size;
    if (!this.#soon && !this.#later) this.#schedule();
  }

  /** What is not told yet, at once. */
  flush(): void {
    while (this.#soon || this.#later) this.#next();
  }

  stop(): void {
    clearImmediate(this.#soon);
    clearTimeout(this.#later);
    this.#soon = undefined;
    this.#later = undefined;
  }

  #schedule(): void {
    const waitMs = this.#mayTellAtMs - performance.now();
    if (waitMs > 0) this.#later = setTimeout(() => this.#next(), waitMs);
    else this.#soon = setImmediate(() => this.#next());
  }

  #next(): void {
    this.stop();
    const back = isSameSize(this.#size, this.#told);
    this.#told = back ? this.#before : this.#size;
    this.#tell(this.#told);
    this.#mayTellAtMs = performance.now() + (back ? BACK_AFTER_MS : LEAST_APART_MS);
    if (back) this.#schedule();
  }
}
