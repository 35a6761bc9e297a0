import type { Clock, Size } from "../../core/ports.ts";
import type { ClientTerminal, Invocation } from "../../wire/invocation.ts";
import type { Sort } from "./pane-rows.ts";

export interface TopScreenOptions {
  readonly invocation: Invocation;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly sort: Sort;
}

/** Switches to the alternate screen and hides the cursor; LEAVE undoes both. */
const ENTER = "\x1b[?1049h\x1b[?25l";
const LEAVE = "\x1b[?25h\x1b[?1049l";
const SORT_KEYS: Readonly<Record<string, Sort>> = { c: "cpu", m: "memory", o: "output" };
const END_KEYS = ["q", "\x03", "\x04"];

/** Redraws a picture on a client's terminal until a key ends it. */
export class TopScreen {
  readonly #options: TopScreenOptions;
  #sort: Sort;
  #size: Size;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(options: TopScreenOptions) {
    this.#options = options;
    this.#sort = options.sort;
    this.#size = options.invocation.tty.size;
  }

  async show(draw: (sort: Sort, size: Size) => Promise<readonly string[]>): Promise<void> {
    const { invocation } = this.#options;
    const terminal = invocation.openTerminal();
    terminal.setRaw(true);
    terminal.write(ENTER);
    const stop = this.#listen(terminal);
    try {
      while (!this.#ended) {
        const lines = await draw(this.#sort, this.#size);
        if (!invocation.flow.congested) terminal.write(picture(lines));
        if (!this.#ended) await this.#pause();
      }
    } finally {
      stop();
      terminal.write(LEAVE);
      terminal.setRaw(false);
    }
  }

  #listen(terminal: ClientTerminal): () => void {
    this.#options.invocation.onGone(() => this.#end());
    terminal.onResize((size) => {
      this.#size = size;
      this.#wake?.();
    });
    return terminal.relayKeys({
      onData: (bytes) => {
        for (const key of Buffer.from(bytes).toString("latin1")) this.#pressed(key);
      },
      onEnd: () => this.#end(),
    });
  }

  #pressed(key: string): void {
    if (END_KEYS.includes(key)) this.#end();
    const sort = SORT_KEYS[key];
    if (!sort) return;
    this.#sort = sort;
    this.#wake?.();
  }

  #end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(this.#options.intervalMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Overwrites each line in place, in a single write, so that nothing flickers. */
function picture(lines: readonly string[]): string {
  const drawn = lines.map((line) => `${line}\x1b[K`).join("\r\n");
  return `\x1b[?2026h\x1b[H${drawn}\x1b[J\x1b[?2026l`;
}
