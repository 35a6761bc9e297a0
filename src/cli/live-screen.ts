import { KeyDecoder, type TerminalInput } from "../core/keys/decode/key-decoder.ts";
import type { MouseReport } from "../core/keys/decode/mouse-report.ts";
import { bindable } from "../core/keys/key.ts";
import { formatKey } from "../core/keys/key-name.ts";
import type { Clock, Size } from "../core/ports.ts";
import type { ClientTerminal, Invocation } from "../wire/invocation.ts";

export interface LiveScreenOptions {
  readonly invocation: Invocation;
  readonly clock: Clock;
  readonly mouse?: boolean;
  /** A key by tmux's name: "q", "Enter", "C-c", "Up". */
  onKey(name: string): void;
  onMouse?(report: MouseReport): void;
  /** The picture must be drawn again: the terminal has another size, or has accepted what it refused before. */
  onRedraw(): void;
  /** The terminal is gone, or its user left with Ctrl-C or Ctrl-D. */
  onEnd(): void;
}

/** Alternate screen, hidden cursor; with a mouse: clicks, wheel, and positions beyond column 223. */
const ENTER = "\x1b[?1049h\x1b[?25l";
const LEAVE = "\x1b[?25h\x1b[?1049l";
const MOUSE_ON = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF = "\x1b[?1006l\x1b[?1000l";
const END_KEYS = ["C-c", "C-d"];
/** An Escape that is followed by nothing for this long is the key. */
const ESCAPE_MS = 50;

/** A client's terminal on which a verb keeps lines up to date: only lines that changed are sent. */
export class LiveScreen {
  readonly #options: LiveScreenOptions;
  readonly #terminal: ClientTerminal;
  readonly #decoder: KeyDecoder;
  readonly #leave: string;
  readonly #stopKeys: () => void;
  #size: Size;
  #shown: readonly string[] = [];
  /** A picture was not sent, because the terminal had not accepted the one before. */
  #skipped = false;
  #cancelEscape = () => {};
  #handledBytes = 0;
  #closed = false;

  constructor(options: LiveScreenOptions) {
    const { invocation, mouse } = options;
    this.#options = options;
    this.#size = invocation.tty.size;
    this.#decoder = new KeyDecoder({ erase: invocation.tty.erase });
    this.#terminal = invocation.openTerminal();
    this.#leave = `${mouse ? MOUSE_OFF : ""}${LEAVE}`;
    this.#terminal.setRaw(true, Buffer.from(this.#leave));
    this.#terminal.write(`${ENTER}${mouse ? MOUSE_ON : ""}`);
    this.#stopKeys = this.#listen();
  }

  get size(): Size {
    return this.#size;
  }

  /** A terminal that has not accepted the last picture gets the newest one when it has. */
  show(lines: readonly string[]): void {
    if (this.#closed) return;
    this.#skipped = this.#terminal.undrawnBytes > 0;
    if (this.#skipped) return;
    const changed = lines.flatMap((line, row) =>
      line === this.#shown[row] ? [] : [`\x1b[${row + 1};1H${line}\x1b[K`],
    );
    if (lines.length < this.#shown.length) changed.push(`\x1b[${lines.length + 1};1H\x1b[J`);
    this.#shown = lines;
    if (changed.length > 0) this.#terminal.write(`\x1b[?2026h${changed.join("")}\x1b[?2026l`);
  }

  /** Gives the terminal back. */
  close(): void {
    this.#closed = true;
    this.#cancelEscape();
    this.#stopKeys();
    this.#terminal.write(this.#leave);
    this.#terminal.setRaw(false);
  }

  #listen(): () => void {
    const { invocation, onEnd, onRedraw } = this.#options;
    invocation.onGone(onEnd);
    this.#terminal.onDrawn(() => {
      if (this.#skipped) onRedraw();
    });
    this.#terminal.onResize((size) => {
      if (this.#closed) return;
      this.#size = size;
      this.#terminal.write("\x1b[2J");
      this.#shown = [];
      onRedraw();
    });
    return this.#terminal.relayKeys({ onData: (bytes) => this.#received(bytes), onEnd });
  }

  #received(bytes: Uint8Array): void {
    this.#cancelEscape();
    this.#handleAll(this.#decoder.push(bytes));
    if (this.#decoder.waiting)
      this.#cancelEscape = this.#options.clock.after(ESCAPE_MS, () =>
        this.#handleAll(this.#decoder.expire()),
      );
  }

  /** What a key types is known by the key's offset, so that no daemon takes it for something typed before. */
  #handleAll(inputs: Iterable<TerminalInput>): void {
    const { keys } = this.#terminal;
    const taken = () => this.#decoder.takenBytes - this.#handledBytes;
    for (const input of inputs) keys.handle(taken(), () => this.#handle(input));
    const bytes = taken();
    this.#handledBytes += bytes;
    keys.acknowledge(bytes, { now: true });
  }

  #handle(input: TerminalInput): void {
    const { onKey, onMouse, onEnd } = this.#options;
    if (input.kind === "mouse") onMouse?.(input.report);
    if (input.kind !== "key") return;
    const name = formatKey(bindable(input.key));
    if (END_KEYS.includes(name)) onEnd();
    else onKey(name);
  }
}
