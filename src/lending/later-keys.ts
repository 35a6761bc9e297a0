import type { StdinReader } from "../wire/invocation.ts";

/** Holds the keys that a client read until the keys before them have been handled. */
export class LaterKeys implements StdinReader {
  readonly #reader: StdinReader;
  #held: Uint8Array[] | undefined = [];

  constructor(reader: StdinReader) {
    this.#reader = reader;
  }

  onData(bytes: Uint8Array): void {
    if (this.#held) this.#held.push(bytes);
    else this.#reader.onData(bytes);
  }

  onEnd(): void {
    this.#reader.onEnd();
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const bytes of held) this.#reader.onData(bytes);
  }
}
