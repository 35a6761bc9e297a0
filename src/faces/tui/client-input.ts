import { KeyDecoder, type TerminalInput } from "../../core/keys/decode/key-decoder.ts";
import type { MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import type { Key } from "../../core/keys/key.ts";
import type { Options } from "../../core/options/options.ts";
import type { Clock } from "../../core/ports.ts";
import type { KeySource } from "../../lending/lending.ts";
import { TYPED_SINGLY_BYTES } from "../../wire/client-wire.ts";

export interface ClientInputOptions {
  readonly clock: Clock;
  /** Server options: escape-time and user-keys. */
  readonly options: Options;
  /** The terminal's erase character; 0 if unknown. */
  readonly erase: number;
  /** `key` and `mouse` return true if the input waits for commands that an earlier input started. */
  key(key: Key): boolean;
  mouse(report: MouseReport): boolean;
  reply(reply: TerminalReply): void;
  /**
   * Handles an input that ends `bytes` after the last acknowledged byte. `bulk`: the input arrived in one large
   * piece.
   */
  handle(bytes: number, run: () => void, bulk: boolean): void;
  /**
   * Acknowledges `bytes` bytes. The last `waiting` of them are handled when the commands of earlier keys have run.
   */
  taken(bytes: number, waiting: number): void;
}

/** A larger piece is a paste, or was typed while no daemon was running. */
const BULK_BYTES = TYPED_SINGLY_BYTES;

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
export class ClientInput {
  readonly #options: ClientInputOptions;
  readonly #decoder: KeyDecoder;
  #cancel: (() => void) | undefined;
  #handledBytes = 0;
  /** Runs of bytes that are not acknowledged yet. */
  readonly #stretches: Stretch[] = [];

  constructor(options: ClientInputOptions) {
    this.#options = options;
    const userKeys = options.options.list("user-keys");
    this.#decoder = new KeyDecoder({ userKeys, ...(options.erase !== 0 && { erase: options.erase }) });
  }

  /** Whether the decoder holds an incomplete key. */
  get waiting(): boolean {
    return this.#decoder.waiting;
  }

  /** `source`: the bytes did not come from the client. */
  push(bytes: Uint8Array, source?: KeySource): void {
    this.#cancel?.();
    this.#stretches.push({ source, bytes: bytes.length, preceding: source?.start ?? 0 });
    this.#handleAll(this.#decoder.push(bytes), bytes.length > BULK_BYTES);
    if (!this.#decoder.waiting) return;
    const escapeMs = this.#options.options.number("escape-time");
    this.#cancel = this.#options.clock.after(escapeMs, () => this.#handleAll(this.#decoder.expire(), false));
  }

  stop(): void {
    this.#cancel?.();
  }

  #handleAll(inputs: Iterable<TerminalInput>, bulk: boolean): void {
    const { handle, taken } = this.#options;
    let waits = false;
    let begun = 0;
    for (const input of inputs) {
      const { sent, other } = this.#endOf(this.#decoder.takenBytes - this.#handledBytes);
      const run = () => {
        waits = this.#handleOne(input);
        if (!waits) begun = sent;
      };
      if (other) other.source.handle(other.offset, run);
      else handle(sent, run, bulk);
    }
    const count = this.#decoder.takenBytes - this.#handledBytes;
    const { sent } = this.#endOf(count);
    this.#forget(count);
    this.#handledBytes += count;
    taken(sent, waits ? sent - begun : 0);
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

  #handleOne(input: TerminalInput): boolean {
    if (input.kind === "key") return this.#options.key(input.key);
    if (input.kind === "mouse") return this.#options.mouse(input.report);
    this.#options.reply(input.reply);
    return false;
  }
}
