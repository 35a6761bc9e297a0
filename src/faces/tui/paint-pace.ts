/**
 * When to paint. A picture is wanted whenever something changed; it is painted at once where nothing was painted for a
 * moment, and else a frame later, so that a flood costs a bounded number of pictures. While the terminal has not taken
 * the last picture none is painted at all: what it gets next is the newest. After a key the next change is shown at once:
 * that is its echo.
 */
export interface PaintPaceOptions {
  paint(): void;
  /** Whether what is typed is seen without any picture. */
  drawnElsewhere(): boolean;
  /** Whether the terminal takes another picture now; `resume` is called when that changes. */
  ready(): boolean;
}

/** At most about sixty pictures a second, or twenty beside somebody who types: the pane has the terminal the longer. */
const FRAME_MS = 16;
const TYPING_FRAME_MS = 50;
/** Whoever has typed so lately types still. */
const TYPING_MS = 500;

export class PaintPace {
  readonly #options: PaintPaceOptions;
  #wanted = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  #typedMs = Number.NEGATIVE_INFINITY;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: PaintPaceOptions) {
    this.#options = options;
  }

  want(): void {
    this.#wanted = true;
    this.#schedule();
  }

  /** A key was typed: what changes next is not kept waiting. */
  hurry(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#schedule();
  }

  /** A key was typed, and maybe seen, without anybody here. */
  typed(): void {
    this.#typedMs = performance.now();
    if (!this.#options.drawnElsewhere()) this.hurry();
  }

  /** The terminal has taken what it was sent. */
  resume(): void {
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#later);
    clearImmediate(this.#soon);
  }

  #schedule(): void {
    if (!this.#wanted || this.#stopped || this.#soon || this.#later || !this.#options.ready()) return;
    const typing = performance.now() - this.#typedMs < TYPING_MS && this.#options.drawnElsewhere();
    const frameMs = typing ? TYPING_FRAME_MS : FRAME_MS;
    const waitMs = this.#lastMs + frameMs - performance.now();
    // What happens in the same turn of the loop belongs to one picture.
    if (waitMs <= 0) this.#soon = setImmediate(() => this.#paint());
    else this.#later = setTimeout(() => this.#paint(), waitMs);
  }

  #paint(): void {
    this.#soon = undefined;
    this.#later = undefined;
    if (this.#stopped || !this.#options.ready()) return;
    this.#wanted = false;
    this.#lastMs = performance.now();
    this.#options.paint();
  }
}
