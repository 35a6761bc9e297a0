import type { DrawPlace, Lender, Loan, UnreadKeys } from "../core/ports.ts";
import {
  encodeDraw,
  encodeDrawNoMore,
  encodeTakeBack,
  encodeUnreadTaken,
  type LendingMessage,
} from "../wire/holder-wire.ts";

export interface TerminalLoanOptions {
  readonly lease: bigint;
  readonly lender: Lender;
  /** The promise settles when it was given back, or soon anyway. */
  takingBack(back: Promise<void>): void;
  send(frame: Buffer): void;
  /** Bytes of output that were received. */
  outputEnd(): number;
}

/** A holder that does not answer (it may be stopped) keeps nobody's answer for longer. */
const MAX_RETURN_MS = 500;

/** A terminal that was lent to a holder, seen from the daemon. Of each it is heard exactly once that it was given back. */
export class TerminalLoan implements Loan {
  readonly #options: TerminalLoanOptions;
  #drawing = false;
  /** Where the output ends that the holder has drawn. It tells of it before that output comes. */
  #drawnEnd = 0;
  /** What it told after it had drawn something that has not come yet. */
  #later: LendingMessage[] = [];
  #ended = false;
  #back: (() => void) | undefined;

  constructor(options: TerminalLoanOptions) {
    this.#options = options;
  }

  get drawing(): boolean {
    return this.#drawing;
  }

  draw(place: DrawPlace): void {
    const { lease, send, outputEnd } = this.#options;
    const offset = outputEnd();
    this.#drawnEnd = offset;
    this.#drawing = true;
    send(encodeDraw(lease, { offset, ...place }));
  }

  drawNoMore(): void {
    this.#options.send(encodeDrawNoMore(this.#options.lease));
  }

  takeBack(): void {
    const { lease, send, takingBack } = this.#options;
    send(encodeTakeBack(lease));
    takingBack(
      new Promise((resolve) => {
        this.#back = resolve;
        setTimeout(resolve, MAX_RETURN_MS).unref();
      }),
    );
  }

  /** Output came: what the holder drew is delivered as such, and what it did not draw ends its drawing. */
  output(offset: number, bytes: Buffer, deliver: (offset: number, bytes: Buffer) => void): void {
    const drawn = Math.min(Math.max(this.#drawnEnd - offset, 0), bytes.length);
    if (drawn > 0) this.#options.lender.drawn(() => deliver(offset, bytes.subarray(0, drawn)));
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

  /** Also where the holder is gone, and the terminal with it. */
  end(unread?: UnreadKeys, refused = false): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#drawing = false;
    this.#back?.();
    const { lender } = this.#options;
    if (this.#isBehind) lender.drawsNoMore(true);
    lender.gaveBack(unread, refused);
  }

  /** The terminal shows more than has come. */
  get #isBehind(): boolean {
    return this.#drawnEnd > this.#options.outputEnd();
  }

  #take(message: LendingMessage): void {
    if (message.kind === "draws-no-more") {
      this.#drawing = false;
      this.#options.lender.drawsNoMore(message.spoiled);
    } else if (message.kind === "typed") this.#options.lender.typed(message.bytes, message.agoMs);
    else if (message.kind === "gave-back") this.#gaveBack(message.unread, message.refused);
  }

  #gaveBack(bytes: Uint8Array, refused: boolean): void {
    const { lease, send } = this.#options;
    if (bytes.length === 0) this.end(undefined, refused);
    else {
      this.end({ id: lease, bytes, taken: 0 }, refused);
      send(encodeUnreadTaken(lease));
    }
  }
}
