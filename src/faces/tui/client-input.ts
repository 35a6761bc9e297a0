import { KeyDecoder, type TerminalInput } from "../../core/keys/decode/key-decoder.ts";
import type { MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import type { Key } from "../../core/keys/key.ts";
import type { Options } from "../../core/options/options.ts";
import type { Clock, UnreadKeys } from "../../core/ports.ts";
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
  dealWith(bytes: number, run: () => void, bulk: boolean): void;
  /**
   * Same for a key that ends at `offset` of the unread bytes `id`, which a pane read while it borrowed the terminal.
   */
  dealWithUnread(id: bigint, offset: number, run: () => void): void;
  /**
   * Acknowledges `bytes` bytes. The last `waiting` of them are handled when the commands of earlier keys have run.
   */
  taken(bytes: number, waiting: number): void;
}

/** A larger piece is a paste, or was typed while no daemon was running. */
const BULK_BYTES = TYPED_SINGLY_BYTES;

/** A run of bytes from one source. */
interface Stretch {
  /**
   * Id of the unread bytes of a pane. Undefined: the client sent the bytes and keeps them until they are
   * acknowledged.
   */
  readonly unread: bigint | undefined;
  bytes: number;
  /** Bytes of the same source that precede this run. */
  told: number;
}

/** Position at which a key ends. */
interface KeyEnd {
  /** Bytes from the client up to the end of the key. */
  readonly sent: number;
  /** End of the key in the unread bytes of a pane; undefined if the client sent the last byte of the key. */
  readonly unread: { readonly id: bigint; readonly offset: number } | undefined;
}

/**
 * Splits the bytes of a client's terminal into keys. A lone Escape waits for the rest of a sequence for escape-time.
 */
export class ClientInput {
  readonly #options: ClientInputOptions;
  readonly #decoder: KeyDecoder;
  #cancel: (() => void) | undefined;
  #told = 0;
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

  /** `unread` identifies bytes that a pane read while it borrowed the terminal, and counts the bytes before them. */
  push(bytes: Uint8Array, unread?: Pick<UnreadKeys, "id" | "taken">): void {
    this.#cancel?.();
    this.#stretches.push({ unread: unread?.id, bytes: bytes.length, told: unread?.taken ?? 0 });
    this.#tell(this.#decoder.push(bytes), bytes.length > BULK_BYTES);
    if (!this.#decoder.waiting) return;
    const escapeMs = this.#options.options.number("escape-time");
    this.#cancel = this.#options.clock.after(escapeMs, () => this.#tell(this.#decoder.expire(), false));
  }

  stop(): void {
    this.#cancel?.();
  }

  #tell(inputs: Iterable<TerminalInput>, bulk: boolean): void {
    const { dealWith, dealWithUnread, taken } = this.#options;
    let waits = false;
    let begun = 0;
    for (const input of inputs) {
      const { sent, unread } = this.#endOf(this.#decoder.takenBytes - this.#told);
      const tell = () => {
        waits = this.#tellOne(input);
        if (!waits) begun = sent;
      };
      if (unread) dealWithUnread(unread.id, unread.offset, tell);
      else dealWith(sent, tell, bulk);
    }
    const count = this.#decoder.takenBytes - this.#told;
    const { sent } = this.#endOf(count);
    this.#forget(count);
    this.#told += count;
    taken(sent, waits ? sent - begun : 0);
  }

  /** End of the first `count` bytes that are not acknowledged yet. */
  #endOf(count: number): KeyEnd {
    let left = count;
    let sent = 0;
    let unread: KeyEnd["unread"];
    for (const stretch of this.#stretches) {
      if (left <= 0) break;
      const part = Math.min(left, stretch.bytes);
      left -= part;
      if (stretch.unread === undefined) sent += part;
      unread = stretch.unread === undefined ? undefined : { id: stretch.unread, offset: stretch.told + part };
    }
    return { sent, unread };
  }

  #forget(count: number): void {
    let left = count;
    while (left > 0) {
      const first = this.#stretches[0]!;
      const part = Math.min(left, first.bytes);
      first.bytes -= part;
      first.told += part;
      left -= part;
      if (first.bytes === 0) this.#stretches.shift();
    }
  }

  #tellOne(input: TerminalInput): boolean {
    if (input.kind === "key") return this.#options.key(input.key);
    if (input.kind === "mouse") return this.#options.mouse(input.report);
    this.#options.reply(input.reply);
    return false;
  }
}
