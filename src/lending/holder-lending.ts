import { randomBytes } from "node:crypto";
import type { PaneProcess } from "../core/ports.ts";
import { encodeLend, encodeUnreadTaken, type LendingMessage, type TerminalOffer } from "./lending-wire.ts";
import { type Lender, TerminalLoan } from "./terminal-loan.ts";
import type { UnreadKeysByClient } from "./unread-keys.ts";

/** A holder as lending uses it. */
export interface HolderLine extends PaneProcess {
  /** The process runs, and all input typed before is on its way to the pane. */
  readonly isIdle: boolean;
  sendFrame(frame: Buffer): void;
  /** Resolves with the holder's answer, which follows everything that it sent before; or when it is lost. */
  query(): Promise<unknown>;
  readonly subject: {
    /** A user typed into the pane. */
    onTyped(): void;
  };
  readonly inputs: {
    /** A call that is running is answered after this promise has resolved. */
    noteSettling(settled: Promise<void>): void;
  };
}

/** From this level on (see PANE_WELCOME) a holder accepts lent terminals. */
const LENDING_LEVEL = 2;

/** The daemon's side of one holder: at most one terminal is lent to it. */
export class HolderLending {
  readonly #line: HolderLine;
  readonly #unread: UnreadKeysByClient;
  #knowsLending = false;
  #isGreeted = false;
  #onGreeted: (() => void)[] = [];
  #loan: TerminalLoan | undefined;
  /** Offset after the last output byte received. */
  #outputEnd = 0;
  readonly #waiting = new Set<() => void>();

  constructor(line: HolderLine, unread: UnreadKeysByClient) {
    this.#line = line;
    this.#unread = unread;
  }

  /** Whether a terminal can be lent to the holder now. */
  get isFree(): boolean {
    return this.#knowsLending && this.#loan === undefined && this.#line.isIdle;
  }

  /** Calls the listener once, as soon as `isFree` may have become true. */
  whenFree(listener: () => void): void {
    this.#waiting.add(listener);
  }

  lend(offer: TerminalOffer, lender: Lender): TerminalLoan {
    const lease = randomBytes(8).readBigUInt64LE();
    const loan = new TerminalLoan({
      lease,
      lender: {
        ...lender,
        onTyped: (bytes, agoMs) => {
          this.#line.subject.onTyped();
          lender.onTyped(bytes, agoMs);
        },
        onReturned: (unread, refused) => {
          if (this.#loan === loan) this.#loan = undefined;
          lender.onReturned(unread, refused);
          this.onIdle();
        },
      },
      send: (frame) => this.#line.sendFrame(frame),
      outputEnd: () => this.#outputEnd,
      returning: (returned) => this.#line.inputs.noteSettling(returned),
    });
    this.#loan = loan;
    this.#line.sendFrame(encodeLend(lease, offer));
    return loan;
  }

  /** The holder has greeted this daemon, and sends output from this offset on. */
  onWelcome(level: number, offset: number): void {
    this.#knowsLending = level >= LENDING_LEVEL;
    this.#outputEnd = offset;
    this.#isGreeted = true;
    for (const greeted of this.#onGreeted.splice(0)) greeted();
  }

  /** Resolves when the holder has passed on the keys that it kept from a previous daemon. */
  async passedOn(): Promise<void> {
    if (!this.#isGreeted) await new Promise<void>((resolve) => this.#onGreeted.push(resolve));
    await this.#line.query();
  }

  /** The line may have become idle. */
  onIdle(): void {
    if (this.#waiting.size === 0 || !this.isFree) return;
    const listeners = [...this.#waiting];
    this.#waiting.clear();
    for (const listener of listeners) listener();
  }

  onOutput(offset: number, bytes: Buffer, deliver: (offset: number, bytes: Buffer) => void): void {
    this.#outputEnd = offset + bytes.length;
    if (this.#loan) this.#loan.output(offset, bytes, deliver);
    else deliver(offset, bytes);
  }

  onMessage(message: LendingMessage): void {
    if (message.kind !== "unread") this.#loan?.take(message);
    else {
      const { client, lease: id, bytes } = message;
      this.#unread.add(client, { id, bytes }, () => this.#line.sendFrame(encodeUnreadTaken(id)));
    }
  }

  /** The holder or its connection is gone. */
  onLost(): void {
    this.#knowsLending = false;
    this.#isGreeted = false;
    this.#loan?.end();
  }
}
