import type { FaceHost } from "../core/face/face-host.ts";
import type { Pane } from "../core/tree/tree.ts";
import type { ClientTerminal, KeySource, StdinReader } from "../wire/invocation.ts";
import type { HolderLending } from "./holder-lending.ts";
import { LaterKeys } from "./later-keys.ts";
import { decodeLent, encodeClientLend, type TerminalIdentity } from "./lending-wire.ts";
import type { OutputPlace } from "./output-place.ts";
import type { TerminalLoan } from "./terminal-loan.ts";
import { TypedAsIs } from "./typed-as-is.ts";
import type { UnreadKeys, UnreadKeysByClient } from "./unread-keys.ts";

/** An attached terminal as lending uses it. Its parts are used only after it is complete. */
export interface AttachedTerminal {
  readonly host: FaceHost;
  readonly terminal: ClientTerminal;
  /** The pane that the user works in. */
  readonly activePane: Pane | undefined;
  /** The pane that receives every key that `table` does not bind; undefined while a key may mean something else. */
  readonly receiver: { readonly pane: Pane; readonly table: string } | undefined;
  readonly shown: SharedPicture;
  readonly picture: {
    /** The content of the terminal has become unknown. */
    redraw(): void;
    /** `isHolding` has become false. */
    resume(): void;
  };
  readonly keys: {
    /** The pane received `bytes` bytes from the terminal; `agoMs`: time since the last of them arrived. */
    onTyped(pane: Pane, bytes: number, agoMs: number): void;
  };
  readonly input: {
    /** Bytes of the terminal that must be looked up as keys. */
    push(bytes: Uint8Array, source: KeySource): void;
  };
}

/** The picture on the terminal, of which a holder draws a part. */
export interface SharedPicture {
  /** Where the receiver's next output appears, from now on possibly without `paint`; undefined if that is unknown. */
  outputPlace(): OutputPlace | undefined;
  /**
   * The terminal shows the output that `deliver` applies to the receiver's screen. `late`: a picture was sent
   * meanwhile, so the order is unknown.
   */
  drew(deliver: () => void, options: { readonly late: boolean }): void;
}

export interface TerminalLendingOptions {
  readonly face: AttachedTerminal;
  readonly unread: UnreadKeysByClient;
  holderOf(pane: Pane): HolderLending | undefined;
}

interface Lent {
  readonly pane: Pane;
  readonly typedAsIs: Uint8Array;
  readonly loan: TerminalLoan;
  returning: boolean;
}

/** After the death of a daemon, a holder that does not answer delays the client's keys no longer than this. */
const MAX_PASS_ON_MS = 5_000;

/**
 * Lends a client's terminal to the holder of the pane that has the keys, for as long as keys need no lookup. At any
 * time the client or one holder reads the terminal, or briefly neither, so that typed bytes stay in order; and output
 * is held back while the holder may draw. ARCHITECTURE.md has the state machine.
 */
export class TerminalLending {
  readonly #face: AttachedTerminal;
  readonly #terminal: ClientTerminal;
  readonly #options: TerminalLendingOptions;
  readonly #typedAsIs: TypedAsIs;
  /** Identity of the terminal once the client has lent it. From then on the client reads nothing until `unlend`. */
  #identity: TerminalIdentity | "kept" | "asked" = "kept";
  #lent: Lent | undefined;
  /** Output held back until the holder has stopped drawing. */
  #waiting: (string | Uint8Array)[] = [];
  /** Only the client may use the terminal. */
  #withdrawn = false;
  /** The terminal cannot be lent. */
  #refused: boolean;
  #home: (() => void)[] = [];
  /** Returned bytes are being handled; their effect decides whether the terminal is lent again. */
  #looking = false;
  /** Set until the keys that the client sent to this daemon may be handled: a holder would type newer ones first. */
  #later: LaterKeys | undefined;

  readonly #again = () => this.update();

  constructor(options: TerminalLendingOptions) {
    const { host, terminal } = options.face;
    this.#options = options;
    this.#face = options.face;
    this.#terminal = terminal;
    this.#typedAsIs = new TypedAsIs({ host, erase: terminal.request.tty.erase });
    // A holder opens the terminal by name and as the owner, so only the owner may name it. The name of a terminal of
    // another machine is no path.
    this.#refused =
      terminal.request.uid !== process.getuid!() ||
      !terminal.request.tty.name.startsWith("/") ||
      terminal.request.environment.get("MULLION_LENDING") === "0";
    terminal.onFrame((frame) => {
      const identity = decodeLent(frame);
      if (identity) this.#named(identity);
      return identity !== undefined;
    });
  }

  /**
   * Delivers the keys of the terminal until the returned function is called: first those that a holder read and the
   * previous daemon did not handle, then those that the client reads.
   */
  listen(reader: StdinReader): () => void {
    const { request } = this.#terminal;
    const stopUnread = this.#options.unread.listen(request.requestId, (keys) => this.#deliver(keys));
    const { activePane } = this.#face;
    const holder = request.retry && activePane && this.#options.holderOf(activePane);
    const stopRelaying = holder ? this.#relayAfter(holder, reader) : this.#terminal.relayKeys(reader);
    return () => {
      stopUnread();
      stopRelaying();
    };
  }

  /** Lends the terminal, takes it back, or leaves it as it is, according to the current state. */
  update(): void {
    if (this.#looking) return;
    const receiver = this.#withdrawn || this.#refused || this.#later ? undefined : this.#face.receiver;
    const typedAsIs = receiver && this.#typedAsIs.bytesFor(receiver.pane, receiver.table);
    const lent = this.#lent;
    if (lent) {
      if (lent.pane !== receiver?.pane || lent.typedAsIs !== typedAsIs) this.#takeBack(lent);
      return;
    }
    if (this.#identity === "asked") return;
    const holder = receiver && this.#options.holderOf(receiver.pane);
    if (!holder?.isFree) {
      holder?.whenFree(this.#again);
      this.#unlend();
    } else if (this.#identity === "kept") this.#ask();
    else this.#lend({ ...receiver!, holder, typedAsIs: typedAsIs!, identity: this.#identity });
  }

  /** Updates, and allows the holder to draw while the terminal shows everything that the pane printed. */
  onPainted(): void {
    this.update();
    this.#letDraw();
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
  get isHolding(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the holder draws or may start to: output must not depend on the cursor position. */
  get isDrawing(): boolean {
    return this.#lent?.loan.isDrawing ?? false;
  }

  write(data: string | Uint8Array): void {
    if (!this.isDrawing && !this.isHolding) {
      this.#terminal.write(data);
      return;
    }
    if (!this.isHolding) this.#lent!.loan.drawNoMore();
    this.#waiting.push(data);
  }

  #relayAfter(holder: HolderLending, reader: StdinReader): () => void {
    const later = new LaterKeys(reader);
    this.#later = later;
    const stopRelaying = this.#terminal.relayKeys(later);
    const release = () => {
      if (this.#later !== later) return;
      this.#later = undefined;
      later.release();
      this.update();
    };
    const cancel = this.#face.host.clock.after(MAX_PASS_ON_MS, release);
    void holder.passedOn().then(release);
    return () => {
      cancel();
      this.#later = undefined;
      stopRelaying();
    };
  }

  #letDraw(): void {
    const lent = this.#lent;
    if (!lent || lent.returning || lent.loan.isDrawing || this.isHolding) return;
    const place = this.#terminal.undrawnBytes > 0 ? undefined : this.#face.shown.outputPlace();
    if (place) lent.loan.draw(place);
  }

  #ask(): void {
    this.#identity = "asked";
    this.#terminal.sendFrame(encodeClientLend(true));
  }

  #named(identity: TerminalIdentity): void {
    if (this.#identity !== "asked") return;
    this.#refused = identity.name === "";
    this.#identity = this.#refused ? "kept" : identity;
    this.update();
  }

  #unlend(): void {
    if (this.#identity !== "kept") this.#terminal.sendFrame(encodeClientLend(false));
    this.#identity = "kept";
    for (const resolve of this.#home.splice(0)) resolve();
  }

  #lend({
    pane,
    holder,
    typedAsIs,
    identity,
  }: Omit<Lent, "loan" | "returning"> & {
    readonly holder: HolderLending;
    readonly identity: TerminalIdentity;
  }): void {
    const face = this.#face;
    const loan = holder.lend(
      { terminal: identity, client: this.#terminal.request.requestId, typedAsIs },
      {
        onTyped: (bytes, agoMs) => face.keys.onTyped(pane, bytes, agoMs),
        onDrawn: (deliver) => face.shown.drew(deliver, { late: this.isHolding }),
        onDrawingEnded: (spoiled) => {
          if (spoiled) face.picture.redraw();
          this.#release();
        },
        onReturned: (unread, refused) => this.#returned(unread, refused),
      },
    );
    this.#lent = { pane, typedAsIs, loan, returning: false };
    this.#letDraw();
  }

  #takeBack(lent: Lent): void {
    if (!lent.returning) lent.loan.takeBack();
    lent.returning = true;
  }

  #returned(unread: UnreadKeys | undefined, refused: boolean): void {
    this.#lent = undefined;
    this.#refused ||= refused;
    this.#release();
    this.#looking = true;
    if (unread) this.#deliver(unread);
    this.#looking = false;
    this.update();
  }

  #deliver({ id, bytes }: UnreadKeys): void {
    const { keys } = this.#terminal;
    const start = keys.handledOf(id);
    this.#face.input.push(bytes.subarray(start), {
      start,
      handle: (offset, run) => keys.handleOther({ id, offset, isLast: offset === bytes.length }, run),
    });
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const data of waiting) this.#terminal.write(data);
    if (waiting.length > 0) this.#face.picture.resume();
  }
}
