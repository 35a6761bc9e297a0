/** Wakes a waiting reader, and remembers the signal for a reader that waits later. */
export class Wake {
  #awake = false;
  #resolve: (() => void) | undefined;

  /** An arrow function, so that it can be passed as a listener. */
  readonly up = (): void => {
    this.#awake = true;
    this.#resolve?.();
  };

  async sleep(): Promise<void> {
    if (!this.#awake)
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    this.#awake = false;
    this.#resolve = undefined;
  }
}
