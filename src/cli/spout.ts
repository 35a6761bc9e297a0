import { setImmediate as turn } from "node:timers/promises";
import type { Invocation } from "../wire/invocation.ts";

/** Bytes sent at a time; other calls run afterwards. */
const GATHER_BYTES = 64 * 1024;

/**
 * Sends a long answer in batches, because a single small write costs as much as a thousand collected ones, and no
 * faster than the client reads, so that the answer is never in memory as a whole.
 */
export class Spout {
  readonly #invocation: Invocation;
  #gathered: Uint8Array[] = [];
  #bytes = 0;
  /** Where the answer continues after the collected bytes; undefined if the last of them came without it. */
  #cursor: object | undefined;
  #flushing: NodeJS.Immediate | undefined;
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
    invocation.onGone(() => {
      this.#closed = true;
      this.#wake?.();
    });
    invocation.flow.onDrained(() => this.#wake?.());
  }

  /** Whether the client has disconnected. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Resolves to false if the client has disconnected. `cursor`: where the next daemon continues after this output if this
   * one dies (`cursorOf`).
   */
  async pour(data: string | Uint8Array, cursor?: object): Promise<boolean> {
    if (this.#closed) return false;
    const bytes = Buffer.from(data as Uint8Array);
    this.#gathered.push(bytes);
    this.#bytes += bytes.length;
    this.#cursor = cursor;
    if (this.#bytes < GATHER_BYTES) {
      this.#flushing ??= setImmediate(() => this.flush());
      return true;
    }
    this.flush();
    await turn();
    while (this.#invocation.flow.congested && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !this.#closed;
  }

  /** Sends the collected bytes; required before the end of a call. */
  flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    if (this.#bytes === 0) return;
    this.#invocation.stdout(Buffer.concat(this.#gathered), this.#cursor && JSON.stringify(this.#cursor));
    this.#gathered = [];
    this.#bytes = 0;
  }
}
