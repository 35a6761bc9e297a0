export interface PacedPicture {
  paint(): void;
  /** Whether typed text is visible without a picture, because a pane draws it. */
  readonly drawnElsewhere: boolean;
  /** Another program uses the terminal. */
  readonly away: boolean;
  /** Whether the terminal accepts another picture now. `resume` must be called when that becomes true. */
  readonly ready: boolean;
}

/**
 * Limits pictures to about sixty a second, or to twenty while the user types into a pane that draws by itself:
 * painting takes the terminal from that pane.
 */
const FRAME_MS = 16;
const TYPING_FRAME_MS = 50;
/** The user counts as typing for this long after a key. */
const TYPING_MS = 500;

/**
 * Decides when to paint. Every change requests a picture. It is painted at once if nothing was painted for one frame,
 * else a frame later, so that a flood of output costs a bounded number of pictures. No picture is painted while the
 * terminal has not accepted the last one: the next picture shows the newest state. After a key the next change is
 * painted at once, because it is the echo.
 */
export class PaintPace {
  readonly #picture: PacedPicture;
  #wanted = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  #typedMs = Number.NEGATIVE_INFINITY;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(picture: PacedPicture) {
    this.#picture = picture;
  }

  want(): void {
    this.#wanted = true;
    this.#schedule();
  }

  /** Called for a key: the next change is painted at once. */
  hurry(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#schedule();
  }

  /** Called for a key that a pane read, and possibly echoed, directly. */
  typed(): void {
    this.#typedMs = performance.now();
    if (!this.#picture.drawnElsewhere) this.hurry();
  }

  /** Called when the terminal has accepted its last picture. */
  resume(): void {
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#later);
    clearImmediate(this.#soon);
  }

  get #isReady(): boolean {
    return !this.#picture.away && this.#picture.ready;
  }

  #schedule(): void {
    if (!this.#wanted || this.#stopped || this.#soon || this.#later || !this.#isReady) return;
    const typing = performance.now() - this.#typedMs < TYPING_MS && this.#picture.drawnElsewhere;
    const frameMs = typing ? TYPING_FRAME_MS : FRAME_MS;
    const waitMs = this.#lastMs + frameMs - performance.now();
    // All changes of one turn of the event loop share a picture.
    if (waitMs <= 0) this.#soon = setImmediate(() => this.#paint());
    else this.#later = setTimeout(() => this.#paint(), waitMs);
  }

  #paint(): void {
    this.#soon = undefined;
    this.#later = undefined;
    if (this.#stopped || !this.#isReady) return;
    this.#wanted = false;
    this.#lastMs = performance.now();
    this.#picture.paint();
  }
}
