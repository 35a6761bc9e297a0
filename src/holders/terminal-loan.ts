import type { Lender, Loan, UnreadKeys } from "../core/ports.ts";
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
  /** Where the output ends that the holder has drawn; undefined while it does not draw. */
  #drawnEnd: number | undefined;
  #ended = false;
  #back: (() => void) | undefined;

  constructor(options: TerminalLoanOptions) {
    this.#options = options;
  }

  get drawing(): boolean {
    return this.#drawnEnd !== undefined;
  }

  draw({ columns, pen }: { readonly columns: number; readonly pen: Uint8Array }): void {
    const { lease, send, outputEnd } = this.#options;
    const offset = outputEnd();
    this.#drawnEnd = offset;
    send(encodeDraw(lease, { offset, columns, pen }));
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

  /** Output came: what the holder did not draw is drawn by others. */
  received(end: number): void {
    if (this.#drawnEnd !== undefined && end > this.#drawnEnd) this.#drawnEnd = undefined;
  }

  take(message: LendingMessage): void {
    const { lease, lender } = this.#options;
    if (this.#ended || message.lease !== lease) return;
    if (message.kind === "typed") lender.typed(message.bytes);
    else if (message.kind === "drawn") {
      this.#drawnEnd = message.end;
      lender.drawn(message.text);
    } else if (message.kind === "draws-no-more") {
      this.#drawnEnd = undefined;
      lender.drawsNoMore(message.spoiled);
    } else this.#gaveBack(message.unread, message.refused);
  }

  /** Also where the holder is gone, and the terminal with it. */
  end(unread?: UnreadKeys, refused = false): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#drawnEnd = undefined;
    this.#back?.();
    this.#options.lender.gaveBack(unread, refused);
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
