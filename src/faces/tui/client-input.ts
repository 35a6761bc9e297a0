import { KeyDecoder, type TerminalInput } from "../../core/keys/decode/key-decoder.ts";
import type { MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import type { Key } from "../../core/keys/key.ts";
import type { Options } from "../../core/options/options.ts";
import type { Clock } from "../../core/ports.ts";

export interface ClientInputOptions {
  readonly clock: Clock;
  /** Of the server: escape-time, user-keys. */
  readonly options: Options;
  /** The character that erases on the terminal; 0 where it is not known. */
  readonly erase: number;
  key(key: Key): void;
  mouse(report: MouseReport): void;
  reply(reply: TerminalReply): void;
  /** Deals with what ends so many bytes behind those that were taken; `bulk`: it came with much else. */
  dealWith(bytes: number, run: () => void, bulk: boolean): void;
  /** So many bytes were dealt with. */
  taken(bytes: number): void;
}

/** More at once is a paste, not somebody typing, nor what was typed while a daemon was away. */
const BULK_BYTES = 1024;

/** Bytes of one origin. */
interface Stretch {
  /** The client sent them, and keeps them until it hears that they were dealt with. */
  readonly sent: boolean;
  bytes: number;
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

  /** `sent`: by the client, and not by whoever its terminal was lent to. */
  push(bytes: Uint8Array, { sent = true } = {}): void {
    this.#cancel?.();
    this.#stretches.push({ sent, bytes: bytes.length });
    this.#tell(this.#decoder.push(bytes), bytes.length > BULK_BYTES);
    if (!this.#decoder.waiting) return;
    const escapeMs = this.#options.options.number("escape-time");
    this.#cancel = this.#options.clock.after(escapeMs, () => this.#tell(this.#decoder.expire(), false));
  }

  stop(): void {
    this.#cancel?.();
  }

  #tell(inputs: Iterable<TerminalInput>, bulk: boolean): void {
    for (const input of inputs) {
      const { sent, bytes } = this.#sentOf(this.#decoder.takenBytes - this.#told);
      const tell = () => this.#tellOne(input);
      if (sent) this.#options.dealWith(bytes, tell, bulk);
      else tell();
    }
    const taken = this.#decoder.takenBytes;
    this.#options.taken(this.#take(taken - this.#told));
    this.#told = taken;
  }

  /** How many of so many untold bytes the client sent, and whether the last is among them. */
  #sentOf(count: number): { readonly sent: boolean; readonly bytes: number } {
    let left = count;
    let bytes = 0;
    let sent = true;
    for (const stretch of this.#stretches) {
      if (left <= 0) break;
      ({ sent } = stretch);
      if (sent) bytes += Math.min(left, stretch.bytes);
      left -= stretch.bytes;
    }
    return { sent, bytes };
  }

  #take(count: number): number {
    const { bytes } = this.#sentOf(count);
    let left = count;
    while (left > 0) {
      const [first] = this.#stretches;
      const taken = Math.min(left, first!.bytes);
      first!.bytes -= taken;
      left -= taken;
      if (first!.bytes === 0) this.#stretches.shift();
    }
    return bytes;
  }

  #tellOne(input: TerminalInput): void {
    if (input.kind === "key") this.#options.key(input.key);
    else if (input.kind === "mouse") this.#options.mouse(input.report);
    else this.#options.reply(input.reply);
  }
}
