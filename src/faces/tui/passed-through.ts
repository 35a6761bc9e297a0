/** More is dropped: a program may send pictures faster than a terminal takes them. */
const MAX_BYTES = 1024 * 1024;

/** What applications sent straight to a terminal (DCS tmux;) and it was not given yet, in order. */
export class PassedThrough {
  #kept: Uint8Array[] = [];
  #bytes = 0;

  add(bytes: Uint8Array): void {
    if (this.#bytes > 0 && this.#bytes + bytes.length > MAX_BYTES) return;
    this.#kept.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Everything that waits; it waits no longer. */
  take(): readonly Uint8Array[] {
    const kept = this.#kept;
    this.#kept = [];
    this.#bytes = 0;
    return kept;
  }
}
