/** Something may have happened: wakes whoever waits, and is remembered for whoever comes to wait later. */
export class Wake {
  #awake = false;
  #resolve: (() => void) | undefined;

  /** For handing on as a listener. */
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
