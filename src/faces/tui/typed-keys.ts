import type { FaceHost } from "../../core/face/face-host.ts";
import type { KeyPress } from "../../core/keys/key-press.ts";
import type { Pane } from "../../core/tree/pane.ts";

/**
 * Keys on their way to a pane. Each is a write of its own, under its own id, so that a key that is sent again after a
 * daemon's death is told from one that was not typed yet; but what came in bulk goes in one piece: a paste is one write
 * and not a thousand.
 */
export class TypedKeys {
  readonly #host: FaceHost;
  #pane: Pane | undefined;
  #presses: KeyPress[] = [];
  #later = false;
  /** What comes now came in bulk. */
  bulk = false;

  constructor(host: FaceHost) {
    this.#host = host;
  }

  /** There are keys that came in bulk and are not typed yet. */
  get waiting(): boolean {
    return this.#presses.length > 0;
  }

  add(pane: Pane, press: KeyPress): void {
    if (this.#pane !== pane) this.flush();
    this.#pane = pane;
    this.#presses.push(press);
    if (!this.bulk) this.flush();
    else this.#flushLater();
  }

  #flushLater(): void {
    if (this.#later) return;
    this.#later = true;
    queueMicrotask(() => {
      this.#later = false;
      this.flush();
    });
  }

  flush(): void {
    const pane = this.#pane;
    const presses = this.#presses;
    this.#pane = undefined;
    this.#presses = [];
    if (pane && presses.length > 0) this.#host.type(pane, presses);
  }
}
