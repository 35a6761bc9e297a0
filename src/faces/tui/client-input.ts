import type { FaceHost } from "../../core/face/face-host.ts";
import { KeyDecoder, type TerminalInput } from "../../core/keys/decode/key-decoder.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import { specialKeyCalled } from "../../core/keys/special-keys.ts";
import { TYPED_SINGLY_BYTES } from "../../wire/client-wire.ts";
import type { ClientTerminal, KeySource, StdinReader } from "../../wire/invocation.ts";
import type { Keyboard } from "./keyboard.ts";

export interface ClientInputSetup {
  readonly host: FaceHost;
  readonly terminal: ClientTerminal;
  readonly keyboard: Keyboard;
  onReply(reply: TerminalReply): void;
  /** Called when bytes that the client sent have been handled as far as possible. */
  onHandled(): void;
}

/** A larger piece is a paste, or was typed while no daemon was running. */
const BULK_BYTES = TYPED_SINGLY_BYTES;
const FOCUS_IN = specialKeyCalled("FocusIn");
const FOCUS_OUT = specialKeyCalled("FocusOut");

/** A run of bytes from one source. */
interface Stretch {
  /** Undefined: the client sent the bytes and keeps them until they are acknowledged. */
  readonly source: KeySource | undefined;
  bytes: number;
  /** Bytes of the same source that precede this run. */
  preceding: number;
}

/** Position at which a key ends. */
interface KeyEnd {
  /** Bytes from the client up to the end of the key. */
  readonly sent: number;
  /** The source of the key's last byte, and its end there; undefined if the client sent that byte. */
  readonly other: { readonly source: KeySource; readonly offset: number } | undefined;
}

/**
 * Splits the bytes of a client's terminal into keys. A lone Escape waits for the rest of a sequence for escape-time.
 */
export class ClientInput implements StdinReader {
  readonly #setup: ClientInputSetup;
  readonly #decoder: KeyDecoder;
  #cancel: (() => void) | undefined;
  #handledBytes = 0;
  /** Runs of bytes that are not acknowledged yet. */
  readonly #stretches: Stretch[] = [];
  /** Bytes from the client that wait until earlier keys are acknowledged. */
  readonly #later: Uint8Array[] = [];
  /**
   * What is handled now was typed while no daemon read it: the first that a client sends to a new daemon, and what the
   * holder has kept.
   */
  #isLate: boolean;

  constructor(setup: ClientInputSetup) {
    this.#setup = setup;
    const userKeys = setup.host.mux.server.options.list("user-keys");
    const { erase } = setup.terminal.request.tty;
    this.#decoder = new KeyDecoder({ userKeys, ...(erase !== 0 && { erase }) });
    this.#isLate = setup.terminal.request.retry;
  }

  /** Whether bytes wait: an incomplete key, or bytes that came after unacknowledged keys. */
  get waiting(): boolean {
    return this.#decoder.waiting || this.#later.length > 0;
  }

  /** Handles bytes from the client. */
  onData(bytes: Uint8Array): void {
    this.#later.push(bytes);
    if (this.#later.length === 1) this.#takeLater();
  }

  #takeLater(): void {
    const { keys } = this.#setup.terminal;
    while (this.#later.length > 0 && !keys.isBehind) this.#take(this.#later.shift()!);
    if (this.#later.length > 0) keys.catchUp(() => this.#takeLater());
  }

  #take(bytes: Uint8Array): void {
    const fresh = this.#setup.terminal.keys.unhandled(bytes);
    if (fresh.length === 0) return;
    this.push(fresh);
    this.#isLate = false;
    this.#setup.onHandled();
  }

  onEnd(): void {
    for (const bytes of this.#later.splice(0)) this.#take(bytes);
    this.#setup.host.detach({ sentence: "[lost tty]" });
  }

  /** `source`: the bytes did not come from the client. */
  push(bytes: Uint8Array, source?: KeySource): void {
    this.#cancel?.();
    this.#stretches.push({ source, bytes: bytes.length, preceding: source?.start ?? 0 });
    this.#handleAll(this.#decoder.push(bytes), bytes.length > BULK_BYTES);
    if (!this.#decoder.waiting) return;
    const { mux, clock } = this.#setup.host;
    const escapeMs = mux.server.options.number("escape-time");
    this.#cancel = clock.after(escapeMs, () => this.#handleAll(this.#decoder.expire(), false));
  }

  stop(): void {
    this.#cancel?.();
    this.#later.length = 0;
  }

  #handleAll(inputs: Iterable<TerminalInput>, bulk: boolean): void {
    const { terminal, keyboard } = this.#setup;
    let waits = false;
    let begun = 0;
    // Something that a previous daemon began for a key is undone with that key.
    const pastes = bulk && !terminal.request.retry;
    for (const input of inputs) {
      if (pastes && input.kind === "key" && keyboard.paste(input.key)) continue;
      const { sent, other } = this.#endOf(this.#decoder.takenBytes - this.#handledBytes);
      const run = () => {
        keyboard.typed.bulk = bulk && !other;
        waits = this.#handleOne(input);
        keyboard.typed.bulk = false;
        if (!waits) begun = sent;
      };
      if (other) other.source.handle(other.offset, run);
      else terminal.keys.handle(sent, run);
    }
    const count = this.#decoder.takenBytes - this.#handledBytes;
    const { sent } = this.#endOf(count);
    this.#forget(count);
    this.#handledBytes += count;
    this.#acknowledge(sent, waits ? sent - begun : 0);
  }

  /** Acknowledges bytes. The last `waiting` of them are handled when the commands of earlier keys have run. */
  #acknowledge(bytes: number, waiting: number): void {
    const { host, terminal, keyboard } = this.#setup;
    const { keys } = terminal;
    const { typed } = keyboard;
    if (typed.waiting) keys.handle(bytes, () => typed.flush(), { bulk: true });
    keys.acknowledge(bytes, { now: keyboard.takeActed(), waiting });
    const { end } = keys;
    if (waiting > 0) host.queue.enqueue(() => keys.started(end));
  }

  /** End of the first `count` bytes that are not acknowledged yet. */
  #endOf(count: number): KeyEnd {
    let left = count;
    let sent = 0;
    let other: KeyEnd["other"];
    for (const { source, bytes, preceding } of this.#stretches) {
      if (left <= 0) break;
      const part = Math.min(left, bytes);
      left -= part;
      if (source === undefined) sent += part;
      other = source && { source, offset: preceding + part };
    }
    return { sent, other };
  }

  #forget(count: number): void {
    let left = count;
    while (left > 0) {
      const first = this.#stretches[0]!;
      const part = Math.min(left, first.bytes);
      first.bytes -= part;
      first.preceding += part;
      left -= part;
      if (first.bytes === 0) this.#stretches.shift();
    }
  }

  /** Returns whether the input waits for commands that an earlier input started. */
  #handleOne(input: TerminalInput): boolean {
    const { host, keyboard, onReply } = this.#setup;
    if (input.kind === "reply") {
      onReply(input.reply);
      return false;
    }
    if (input.kind === "mouse") return keyboard.report(input.report);
    const { key } = input;
    if (key === FOCUS_IN || key === FOCUS_OUT) host.mux.setClientFocus(host.client, key === FOCUS_IN);
    return keyboard.press({ key, client: host.client }, { isLate: this.#isLate });
  }
}
