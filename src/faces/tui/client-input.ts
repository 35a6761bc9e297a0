import { KeyDecoder, type TerminalInput } from "../../core/keys/decode/key-decoder.ts";
import type { MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import type { Key } from "../../core/keys/key.ts";
import type { Options } from "../../core/options/options.ts";
import type { Clock, UnreadKeys } from "../../core/ports.ts";
import { TYPED_SINGLY_BYTES } from "../../wire/client-wire.ts";

export interface ClientInputOptions {
  readonly clock: Clock;
  /** Of the server: escape-time, user-keys. */
  readonly options: Options;
  /** The character that erases on the terminal; 0 where it is not known. */
  readonly erase: number;
  /** Both tell whether it waits for what another one began. */
  key(key: Key): boolean;
  mouse(report: MouseReport): boolean;
  reply(reply: TerminalReply): void;
  /** Deals with what ends so many bytes behind those that were taken; `bulk`: it came with much else. */
  dealWith(bytes: number, run: () => void, bulk: boolean): void;
  /** The same for a key that ends there in what somebody read whom the terminal was lent to. */
  dealWithUnread(id: bigint, offset: number, run: () => void): void;
  /** So many bytes were dealt with; the last so many of them are when it is their turn. */
  taken(bytes: number, waiting: number): void;
}

/** More at once is a paste, or was typed while there was no daemon. */
const BULK_BYTES = TYPED_SINGLY_BYTES;

/** Bytes of one origin. */
interface Stretch {
  /** Undefined: the client sent them, and keeps them until it hears that they were dealt with. */
  readonly unread: bigint | undefined;
  bytes: number;
  /** Of it, before these. */
  told: number;
}

/** Where a key ends. */
interface KeyEnd {
  /** Bytes that the client sent, up to there. */
  readonly sent: number;
  /** Where it ends in what somebody else read; undefined where the client sent its end. */
  readonly unread: { readonly id: bigint; readonly offset: number } | undefined;
}

/** What comes from a client's terminal, cut into keys; an Escape alone is waited with for escape-time. */
export class ClientInput {
  readonly #options: ClientInputOptions;
  readonly #decoder: KeyDecoder;
  #cancel: (() => void) | undefined;
  #told = 0;
  /** What was not told as dealt with yet. */
  readonly #stretches: Stretch[] = [];

  constructor(options: ClientInputOptions) {
    this.#options = options;
    const userKeys = options.options.list("user-keys");
    this.#decoder = new KeyDecoder({ userKeys, ...(options.erase !== 0 && { erase: options.erase }) });
  }

  /** A part of a key has come. */
  get waiting(): boolean {
    return this.#decoder.waiting;
  }

  /** `unread` names what came from whoever the terminal was lent to, and how much of that came before. */
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

  /** Of so many bytes that were not told yet. */
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
