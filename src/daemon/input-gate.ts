import type { HeldProcess } from "../holders/held-process.ts";

/** A shell that shows no prompt by then gets its input anyway. */
const MAX_WAIT_MS = 2_000;

/**
 * Input for a shell that is still reading its start files would be eaten by them, or cut at the terminal's line limit, or
 * shown twice. It waits until the shell's first prompt, which our shell integration marks. Only shells that run with the
 * integration are held.
 */
export class InputGate {
  readonly #process: HeldProcess;
  #timer: NodeJS.Timeout | undefined;

  constructor(process: HeldProcess, maxWaitMs = MAX_WAIT_MS) {
    this.#process = process;
    process.holdInput();
    // Counted from the start: a launch that has to queue must not use up the wait.
    const startCounting = () => {
      this.#timer = setTimeout(() => this.open(), maxWaitMs).unref();
    };
    process.started.then(startCounting, () => {});
  }

  open(): void {
    clearTimeout(this.#timer);
    this.#process.releaseInput();
  }
}
