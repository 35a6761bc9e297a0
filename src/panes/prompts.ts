import type { Pane } from "../core/tree/tree.ts";
import type { NativeServer, PanePlace } from "./host.ts";
import { PaneListeners } from "./pane-listeners.ts";

/** A context, or any other pane. */
interface Prompted {
  readonly place: PanePlace;
  readonly pane: Pane | undefined;
}

/**
 * Tracks which shells wait at a prompt, by the marks that our shell integration prints. For panes that a previous
 * daemon started, nothing is known before their next mark: until then, a shell in the foreground counts as waiting.
 */
export class Prompts {
  readonly #waiting = new Map<string, boolean>();
  readonly #listeners = new PaneListeners<void>();

  watch(server: NativeServer): void {
    const { events } = server.mux.server;
    events.on("pane-prompted", ({ pane, kind }) => {
      const place = { server: server.key, pane };
      const waiting = kind === "prompt" || kind === "input";
      this.#waiting.set(keyOf(place), waiting);
      if (waiting) this.#listeners.notify(place);
    });
    events.on("pane-created", ({ pane }) => this.#waiting.set(keyOf({ server: server.key, pane }), false));
    events.on("pane-closed", ({ pane }) => this.#waiting.delete(keyOf({ server: server.key, pane })));
  }

  isWaiting({ place, pane }: Prompted): boolean {
    const known = this.#waiting.get(keyOf(place));
    if (known !== undefined) return known;
    const foreground = pane?.process?.foreground();
    return foreground !== undefined && foreground.pgrp === pane?.process?.pid;
  }

  /** Enter was typed: a shell at its prompt is about to run something, even before it prints a mark. */
  entered(place: PanePlace): void {
    if (this.#waiting.get(keyOf(place))) this.#waiting.set(keyOf(place), false);
  }

  /** Called at each prompt of the context, until the returned function is called. */
  onPrompt({ place }: Pick<Prompted, "place">, run: () => void): () => void {
    return this.#listeners.add(place, run);
  }
}

function keyOf({ server, pane }: PanePlace): string {
  return `${server}${pane}`;
}
