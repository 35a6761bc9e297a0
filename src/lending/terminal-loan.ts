import {
  encodeDraw,
  encodeDrawNoMore,
  encodeTakeBack,
  encodeUnreadTaken,
  type LendingMessage,
} from "./lending-wire.ts";
import type { OutputPlace } from "./output-place.ts";
import type { UnreadKeys } from "./unread-keys.ts";

/** Receives the events of a loan, in order. */
export interface Lender {
  /** `agoMs`: time since the last of these bytes arrived. */
  onTyped(bytes: number, agoMs: number): void;
  /** The holder has already drawn this output; `deliver` applies it to the pane's screen. */
  onDrawn(deliver: () => void): void;
  /** Answers `drawNoMore`. `spoiled`: it is unknown how much of the last text the holder has drawn. */
  onDrawingEnded(spoiled: boolean): void;
  /**
   * Final event of a loan. `unread`: keys that the holder read and did not type, handled when this call returns.
   * `refused`: the holder could not open the terminal.
   */
  onReturned(unread: UnreadKeys | undefined, refused: boolean): void;
}

export interface TerminalLoanOptions {
  readonly lease: bigint;
  readonly lender: Lender;
  send(frame: Buffer): void;
  /** Output bytes received. */
  outputEnd(): number;
  /** The promise resolves when the terminal is returned, or after a timeout. */
  returning(returned: Promise<void>): void;
}

/** A holder that does not answer (it may be stopped) delays a call no longer than this. */
const MAX_RETURN_MS = 500;

/** A terminal lent to a holder, seen from the daemon. Each loan reports its return exactly once. */
export class TerminalLoan {
  readonly #options: TerminalLoanOptions;
  #drawing = false;
  /** End of the output that the holder has drawn. The holder reports a drawing before it sends that output. */
  #drawnEnd = 0;
  /** Messages that follow a drawing whose output has not arrived yet. */
  #later: LendingMessage[] = [];
  #ended = false;
  #back: (() => void) | undefined;

  constructor(options: TerminalLoanOptions) {
    this.#options = options;
  }

  /**
   * Whether the holder may draw now. Becomes false with the first output that the holder did not draw, before that
   * output is delivered.
   */
  get isDrawing(): boolean {
    return this.#drawing;
  }

  /** Allows the holder to draw; the terminal must show all earlier output of the pane. */
  draw(place: OutputPlace): void {
    const { lease, send, outputEnd } = this.#options;
    const offset = outputEnd();
    this.#drawnEnd = offset;
    this.#drawing = true;
    send(encodeDraw(lease, offset, place));
  }

  drawNoMore(): void {
    this.#options.send(encodeDrawNoMore(this.#options.lease));
  }

  takeBack(): void {
    const { lease, send, returning } = this.#options;
    send(encodeTakeBack(lease));
    returning(
      new Promise((resolve) => {
        this.#back = resolve;
        setTimeout(resolve, MAX_RETURN_MS).unref();
      }),
    );
  }

  /**
   * Output arrived: delivers what the holder drew as drawn, and ends the drawing at output that the holder did not
   * draw.
   */
  output(offset: number, bytes: Buffer, deliver: (offset: number, bytes: Buffer) => void): void {
    const drawn = Math.min(Math.max(this.#drawnEnd - offset, 0), bytes.length);
    if (drawn > 0) this.#options.lender.onDrawn(() => deliver(offset, bytes.subarray(0, drawn)));
    if (drawn < bytes.length) {
      this.#drawing = false;
      deliver(offset + drawn, bytes.subarray(drawn));
    }
    if (this.#isBehind || this.#later.length === 0) return;
    for (const message of this.#later.splice(0)) this.#take(message);
  }

  take(message: LendingMessage): void {
    if (this.#ended || message.lease !== this.#options.lease) return;
    if (message.kind === "drawn") this.#drawnEnd = message.end;
    else if (this.#isBehind) this.#later.push(message);
    else this.#take(message);
  }

  /** Also called when the holder is gone, and the loan with it. */
  end(unread?: UnreadKeys, refused = false): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#drawing = false;
    this.#back?.();
    const { lender } = this.#options;
    if (this.#isBehind) lender.onDrawingEnded(true);
    lender.onReturned(unread, refused);
  }

  /** The terminal shows more output than has arrived. */
  get #isBehind(): boolean {
    return this.#drawnEnd > this.#options.outputEnd();
  }

  #take(message: LendingMessage): void {
    if (message.kind === "draws-no-more") {
      this.#drawing = false;
      this.#options.lender.onDrawingEnded(message.spoiled);
    } else if (message.kind === "typed") this.#options.lender.onTyped(message.bytes, message.agoMs);
    else if (message.kind === "gave-back") this.#gaveBack(message.unread, message.refused);
  }

  #gaveBack(bytes: Uint8Array, refused: boolean): void {
    const { lease, send } = this.#options;
    if (bytes.length === 0) this.end(undefined, refused);
    else {
      this.end({ id: lease, bytes }, refused);
      send(encodeUnreadTaken(lease));
    }
  }
}
