/** Further bytes are discarded: a program may send pictures faster than a terminal accepts them. */
const MAX_BYTES = 1024 * 1024;

/** Passthrough sequences of applications (DCS tmux;) that wait to be sent to the terminal, in order. */
export class PassedThrough {
  #kept: Uint8Array[] = [];
  #bytes = 0;

  add(bytes: Uint8Array): void {
    if (this.#bytes > 0 && this.#bytes + bytes.length > MAX_BYTES) return;
    this.#kept.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Returns and removes everything that waits. */
  take(): readonly Uint8Array[] {
    const kept = this.#kept;
    this.#kept = [];
    this.#bytes = 0;
    return kept;
  }
}
