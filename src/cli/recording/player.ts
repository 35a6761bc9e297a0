import type { Clock } from "../../core/ports.ts";
import type { Invocation } from "../../wire/invocation.ts";
import type { CastScene } from "./read-cast.ts";

export interface PlayOptions {
  readonly clock: Clock;
  readonly speed: number;
  readonly idleLimitMs: number;
}

/**
 * Resets what a recorded program may have left on: styles, another screen, a hidden cursor, mouse, focus and paste
 * reports.
 */
const RESET =
  "\x1b[0m\x1b[?1049l\x1b[?25h\x1b[?1000;1002;1003;1004;1005;1006;2004l\x1b[?1l\x1b>\x1b[r\x1b[4l\x1b(B\r\n";
const KEYS = { halt: " ", end: ["q", "\x03"] } as const;

/** Plays scenes on a client's terminal at their times; keys pause or end the playback. */
export class Player {
  readonly #invocation: Invocation;
  readonly #options: PlayOptions;
  #halted = false;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(invocation: Invocation, options: PlayOptions) {
    this.#invocation = invocation;
    this.#options = options;
    invocation.onGone(() => this.#end());
  }

  async play(scenes: AsyncIterable<CastScene>): Promise<void> {
    const stopKeys = this.#takeKeys();
    try {
      for await (const { afterMs, kind, data } of scenes) {
        await this.#pause(Math.min(afterMs, this.#options.idleLimitMs) / this.#options.speed);
        if (this.#ended) break;
        if (kind === "output") this.#invocation.stdout(data);
      }
    } finally {
      this.#invocation.stdout(RESET);
      stopKeys();
    }
  }

  /** Ignores input that begins with an escape: the terminal answers queries of the recorded program. */
  #takeKeys(): () => void {
    if (!this.#invocation.tty.stdin) return () => {};
    const terminal = this.#invocation.openTerminal();
    terminal.setRaw(true);
    const stop = terminal.relayKeys({
      onData: (bytes) => {
        const typed = Buffer.from(bytes).toString("latin1");
        if (typed.startsWith("\x1b")) return;
        if (KEYS.end.some((key) => typed.includes(key))) this.#end();
        else if (typed.includes(KEYS.halt)) this.#toggle();
      },
      onEnd: () => this.#end(),
    });
    return () => {
      stop();
      terminal.setRaw(false);
    };
  }

  #end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  #toggle(): void {
    this.#halted = !this.#halted;
    if (!this.#halted) this.#wake?.();
  }

  /** Also waits while the client has not drawn the last scene, and while the playback is paused. */
  async #pause(ms: number): Promise<void> {
    if (ms >= 1) await this.#sleep(ms);
    while ((this.#halted || this.#invocation.flow.congested) && !this.#ended) await this.#sleep(HELD_MS);
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, () => resolve());
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Interval between checks whether the playback may continue. */
const HELD_MS = 50;
