import type { DrawPlace, Loan, TerminalIdentity, UnreadKeys } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Invocation } from "../../wire/invocation.ts";

/** The pane that keys go to, and the bytes that may go to it without a lookup. */
export interface Typable {
  readonly pane: Pane;
  readonly typedAsIs: Uint8Array;
}

export interface TerminalLendingOptions {
  readonly invocation: Pick<Invocation, "lend" | "requestId" | "stdout" | "unlend">;
  /** Undefined while every key must be looked up. */
  typable(): Typable | undefined;
  /** Called when a pane has borrowed the terminal. */
  lent(): void;
  /** Reports that the pane typed `bytes` bytes by itself; `agoMs`: time since the last of them arrived. */
  typed(pane: Pane, bytes: number, agoMs: number): void;
  /** Delivers bytes that the pane read but did not type, because they must be looked up. */
  unread(keys: UnreadKeys): void;
  /**
   * Delivers output that the pane has already drawn. `late`: a picture was sent meanwhile, so the order is unknown.
   */
  drawn(deliver: () => void, late: boolean): void;
  /** Called when the content of the terminal becomes unknown. */
  spoiled(): void;
  /** Called when the held-back output has been written. */
  released(): void;
}

interface Lent extends Typable {
  readonly loan: Loan;
  returning: boolean;
}

/**
 * Lends a client's terminal to the process of the pane that has the keys, for as long as keys need no lookup. At any
 * time the client or one pane reads the terminal, or briefly neither, so that typed bytes stay in order; and output
 * is held back while the pane may draw.
 */
export class TerminalLending {
  readonly #options: TerminalLendingOptions;
  /** Identity of the terminal once the client has lent it. From then on the client reads nothing until `unlend`. */
  #terminal: TerminalIdentity | "kept" | "asked" = "kept";
  #lent: Lent | undefined;
  /** Output held back until the pane has stopped drawing. */
  #waiting: (string | Uint8Array)[] = [];
  /** Only the client may use the terminal. */
  #withdrawn = false;
  /** The terminal could not be lent, so lending is not tried again. */
  #refused = false;
  #home: (() => void)[] = [];
  /** Returned bytes are being handled; their effect decides whether the terminal is lent again. */
  #looking = false;

  readonly #again = () => this.update();

  constructor(options: TerminalLendingOptions) {
    this.#options = options;
  }

  /** Lends the terminal, takes it back, or leaves it as it is, according to the current state. */
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

  /** Resolves when the client has the terminal again; undefined if it already has. */
  withdraw(): Promise<void> | undefined {
    this.#withdrawn = true;
    this.update();
    if (!this.#lent) return undefined;
    return new Promise((resolve) => this.#home.push(resolve));
  }

  /** Ends `withdraw`: the terminal may be lent again. */
  readmit(): void {
    this.#withdrawn = false;
    this.update();
  }

  /** Whether output is held back. */
  get holdsBack(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the pane draws or may start to: output must not depend on the cursor position. */
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
