import type { Clock, Size } from "../../core/ports.ts";
import type { Invocation } from "../../wire/invocation.ts";
import { LiveScreen } from "../live-screen.ts";
import type { TopSort } from "./pane-rows.ts";

export interface TopScreenOptions {
  readonly invocation: Invocation;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly sort: TopSort;
}

const SORT_KEYS: Readonly<Record<string, TopSort>> = { c: "cpu", m: "memory", o: "output" };

/** Redraws a picture on a client's terminal until a key ends it. */
export class TopScreen {
  readonly #options: TopScreenOptions;
  #sort: TopSort;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(options: TopScreenOptions) {
    this.#options = options;
    this.#sort = options.sort;
  }

  async show(draw: (sort: TopSort, size: Size) => Promise<readonly string[]>): Promise<void> {
    const { invocation, clock } = this.#options;
    const screen = new LiveScreen({
      invocation,
      clock,
      onKey: (key) => this.#pressed(key),
      onRedraw: () => this.#wake?.(),
      onEnd: () => this.#end(),
    });
    try {
      while (!this.#ended) {
        screen.show(await draw(this.#sort, screen.size));
        if (!this.#ended) await this.#pause();
      }
    } finally {
      screen.close();
    }
  }

  #pressed(key: string): void {
    if (key === "q") this.#end();
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
