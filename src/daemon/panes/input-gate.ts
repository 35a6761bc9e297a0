import { basename } from "node:path";
import type { PromptMark } from "../../core/screen/screen.ts";
import type { HeldProcess } from "../../holders/held-process.ts";

/** A shell that shows no prompt within this time receives its input anyway. */
const MAX_WAIT_MS = 2_000;

/**
 * Input for a shell that is still reading its start files would be consumed by them, cut at the terminal's line limit,
 * or shown twice. So input waits until the shell reads a line for the first time, which our shell integration marks.
 * Only shells that run with the integration are held.
 *
 * bash and zsh print the text before a prompt while the terminal still echoes; the mark at the prompt's end comes after
 * they have taken over the terminal. fish takes over the terminal before it prints anything, and marks only the
 * beginning of the prompt.
 */
export class InputGate {
  readonly #process: HeldProcess;
  readonly #opening: PromptMark["kind"];
  #timer: NodeJS.Timeout | undefined;

  constructor(process: HeldProcess, shell: string) {
    this.#process = process;
    this.#opening = basename(shell) === "fish" ? "prompt" : "input";
    process.holdInput();
    // The wait begins with the program's start: time that the launch spends in a queue does not count.
    const startCounting = () => {
      this.#timer = setTimeout(() => this.#open(), MAX_WAIT_MS).unref();
    };
    process.started.then(startCounting, () => {});
  }

  marked({ kind }: PromptMark): void {
    if (kind === this.#opening) this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#process.releaseInput();
  }
}
