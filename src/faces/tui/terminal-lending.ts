import type { DrawPlace, Loan, TerminalIdentity, UnreadKeys } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Invocation } from "../../wire/invocation.ts";

/** Where keys go that mean nothing but themselves, and which bytes those are. */
export interface Typable {
  readonly pane: Pane;
  readonly typedAsIs: Uint8Array;
}

export interface TerminalLendingOptions {
  readonly invocation: Pick<Invocation, "lend" | "requestId" | "stdout" | "unlend">;
  /** Undefined while every key has to be looked at. */
  typable(): Typable | undefined;
  /** A pane has it now. */
  lent(): void;
  /** Somebody typed so many bytes into the pane; `agoMs`: since the last of them came. */
  typed(pane: Pane, bytes: number, agoMs: number): void;
  /** Bytes of the terminal that have to be looked at. */
  unread(keys: UnreadKeys): void;
  /** The pane prints what it drew already; `late`: under something that was to be drawn before. */
  drawn(deliver: () => void, late: boolean): void;
  /** Nobody knows any more what the terminal shows. */
  spoiled(): void;
  /** What waited to be written is written. */
  released(): void;
}

interface Lent extends Typable {
  readonly loan: Loan;
  returning: boolean;
}

/**
 * A client's terminal, lent to the process of the pane that has its keys for as long as keys mean nothing but themselves.
 * The terminal is read by the client, or by one pane, or for a moment by nobody, so that what is typed stays in order; and
 * nothing is written to it while the pane may draw on it.
 */
export class TerminalLending {
  readonly #options: TerminalLendingOptions;
  /** Known once the client has lent it; it reads nothing from then on until it is told to. */
  #terminal: TerminalIdentity | "kept" | "asked" = "kept";
  #lent: Lent | undefined;
  /** What waits until the pane draws no more. */
  #waiting: (string | Uint8Array)[] = [];
  /** The client may have it, and nobody else. */
  #withdrawn = false;
  /** Nobody here can open it. */
  #refused = false;
  #home: (() => void)[] = [];
  /** Bytes that it gave back are being looked at: what they mean decides. */
  #looking = false;

  readonly #again = () => this.update();

  constructor(options: TerminalLendingOptions) {
    this.#options = options;
  }

  /** Lends the terminal, takes it back, or leaves it where it is: whatever is right now. */
  update(): void {
    if (this.#looking) return;
    const typable = this.#withdrawn || this.#refused ? undefined : this.#options.typable();
    const lent = this.#lent;
    if (lent) {
      if (lent.pane !== typable?.pane || lent.typedAsIs !== typable.typedAsIs) this.#takeBack(lent);
    } else if (this.#terminal === "asked") return;
    else if (!typable?.pane.process?.borrows) {
      typable?.pane.process?.whenBorrows?.(this.#again);
      this.#unlend();
    } else if (this.#terminal === "kept") this.#ask();
    else this.#lend(typable, this.#terminal);
  }

  /** The client has it again when this settles; undefined where it has it already. */
  withdraw(): Promise<void> | undefined {
    this.#withdrawn = true;
    this.update();
    if (!this.#lent) return undefined;
    return new Promise((resolve) => this.#home.push(resolve));
  }

  /** After `withdraw`: it may be lent again. */
  readmit(): void {
    this.#withdrawn = false;
    this.update();
  }

  /** Something waits to be written. */
  get holdsBack(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the pane draws, or may soon: what is written must not rely on where it left the cursor. */
  get drawing(): boolean {
    return this.#lent?.loan.drawing ?? false;
  }

  get mayDraw(): boolean {
    return this.#lent !== undefined && !this.#lent.returning && !this.#lent.loan.drawing && !this.holdsBack;
  }

  draw(place: DrawPlace): void {
    this.#lent?.loan.draw(place);
  }

  write(data: string | Uint8Array): void {
    if (!this.drawing && !this.holdsBack) {
      this.#options.invocation.stdout(data);
      return;
    }
    if (!this.holdsBack) this.#lent!.loan.drawNoMore();
    this.#waiting.push(data);
  }

  #ask(): void {
    this.#terminal = "asked";
    this.#options.invocation.lend((terminal) => {
      this.#refused = terminal.name === "";
      this.#terminal = this.#refused ? "kept" : terminal;
      this.update();
    });
  }

  #unlend(): void {
    if (this.#terminal !== "kept") this.#options.invocation.unlend();
    this.#terminal = "kept";
    for (const told of this.#home.splice(0)) told();
  }

  #lend({ pane, typedAsIs }: Typable, terminal: TerminalIdentity): void {
    const client = this.#options.invocation.requestId;
    const loan = pane.process!.lend!(
      { terminal, client, typedAsIs },
      {
        typed: (bytes, agoMs) => this.#options.typed(pane, bytes, agoMs),
        drawn: (deliver) => this.#options.drawn(deliver, this.holdsBack),
        drawsNoMore: (spoiled) => {
          if (spoiled) this.#options.spoiled();
          this.#release();
        },
        gaveBack: (unread, refused) => this.#gaveBack(unread, refused),
      },
    );
    this.#lent = { pane, typedAsIs, loan, returning: false };
    this.#options.lent();
  }

  #takeBack(lent: Lent): void {
    if (!lent.returning) lent.loan.takeBack();
    lent.returning = true;
  }

  #gaveBack(unread: UnreadKeys | undefined, refused: boolean): void {
    this.#lent = undefined;
    this.#refused ||= refused;
    this.#release();
    this.#looking = true;
    if (unread) this.#options.unread(unread);
    this.#looking = false;
    this.update();
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const data of waiting) this.#options.invocation.stdout(data);
    if (waiting.length > 0) this.#options.released();
  }
}
