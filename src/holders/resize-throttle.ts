import { isSameSize, type Size } from "../core/ports.ts";

/** A program notified of each size while a border is dragged would do nothing but redraw. */
const LEAST_APART_MS = 25;
/** Pause between an intermediate size and a return to the original one. */
const BACK_AFTER_MS = 10;

/**
 * Sets the size of a process's terminal: the first change at the end of the caller's turn, later ones at intervals, and
 * only the last of several. If the last size equals the one the process knows, the process also gets the intermediate
 * size: its screen was changed for that size, and the program must redraw.
 */
export class ResizeThrottle {
  readonly #send: (size: Size) => void;
  #size: Size;
  #before: Size;
  #sent: Size;
  #maySendAtMs = 0;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(size: Size, send: (size: Size) => void) {
    this.#size = size;
    this.#before = size;
    this.#sent = size;
    this.#send = send;
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

  /** Sends a pending size at once. */
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
    const waitMs = this.#maySendAtMs - performance.now();
    if (waitMs > 0) this.#later = setTimeout(() => this.#next(), waitMs);
    else this.#soon = setImmediate(() => this.#next());
  }

  #next(): void {
    this.stop();
    const back = isSameSize(this.#size, this.#sent);
    this.#sent = back ? this.#before : this.#size;
    this.#send(this.#sent);
    this.#maySendAtMs = performance.now() + (back ? BACK_AFTER_MS : LEAST_APART_MS);
    if (back) this.#schedule();
  }
}
