import type { PaneId } from "../../core/ids.ts";
import type { NativeServer } from "../../panes/host.ts";
import type { ServerObserver } from "./server-watch.ts";

/** Notifies listeners of changes on any server, and counts the bytes that panes print. */
export class TreeChanges implements ServerObserver {
  readonly #listeners = new Set<() => void>();
  #outputBytes = 0;

  /** Bytes that panes printed since the daemon started. */
  get outputBytes(): number {
    return this.#outputBytes;
  }

  /** The returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onOpened(server: NativeServer): void {
    const { events, panes } = server.mux.server;
    const count = (pane: PaneId) =>
      server.outputOf(pane)?.tap(({ bytes }) => {
        this.#outputBytes += bytes.length;
      });
    for (const pane of panes.keys()) count(pane);
    events.on("pane-created", ({ pane }) => void count(pane));
    // Output changes no tree, and it is frequent.
    events.onAny((name) => {
      if (name !== "pane-output") this.#tell();
    });
    this.#tell();
  }

  onEnded(): void {
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
