import { setImmediate as turn } from "node:timers/promises";
import type { Invocation } from "../wire/invocation.ts";

/** Said in one go; afterwards others have their turn. */
const GATHER_BYTES = 64 * 1024;

/**
 * Where a long answer goes: gathered, since each word that is said by itself costs as much as a thousand, and no faster than
 * it is taken, so that it is never in memory whole.
 */
export class Spout {
  readonly #invocation: Invocation;
  #gathered: Uint8Array[] = [];
  #bytes = 0;
  #flushing: NodeJS.Immediate | undefined;
  #wake: (() => void) | undefined;
  #closed = false;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
    invocation.onGone(() => {
      this.#closed = true;
      this.#wake?.();
    });
    invocation.onDrained(() => this.#wake?.());
  }

  /** Nobody listens any longer. */
  get closed(): boolean {
    return this.#closed;
  }

  /** False: nobody listens any longer. */
  async pour(data: string | Uint8Array): Promise<boolean> {
    if (this.#closed) return false;
    const bytes = Buffer.from(data as Uint8Array);
    this.#gathered.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes < GATHER_BYTES) {
      this.#flushing ??= setImmediate(() => this.flush());
      return true;
    }
    this.flush();
    await turn();
    while (this.#invocation.congested && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !this.#closed;
  }

  /** Says what is gathered: before the end of a call at the latest. */
  flush(): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    if (this.#bytes === 0) return;
    this.#invocation.stdout(Buffer.concat(this.#gathered));
    this.#gathered = [];
    this.#bytes = 0;
  }
}
