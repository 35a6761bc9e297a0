import type { Pane } from "../core/tree/tree.ts";
import { type NativeServer, type PanePlace, placeKey } from "./host.ts";

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

  watch(server: NativeServer): void {
    const { events } = server.mux.server;
    events.on("pane-prompted", ({ pane, kind }) => {
      this.#waiting.set(placeKey({ server: server.key, pane }), kind === "prompt" || kind === "input");
    });
    events.on("pane-entered", ({ pane }) => {
      const key = placeKey({ server: server.key, pane });
      if (this.#waiting.get(key)) this.#waiting.set(key, false);
    });
    events.on("pane-created", ({ pane }) => this.#waiting.set(placeKey({ server: server.key, pane }), false));
    events.on("pane-closed", ({ pane }) => this.#waiting.delete(placeKey({ server: server.key, pane })));
  }

  isWaiting({ place, pane }: Prompted): boolean {
    const known = this.#waiting.get(placeKey(place));
    if (known !== undefined) return known;
    const foreground = pane?.process?.foreground();
    return foreground !== undefined && foreground.pgrp === pane?.process?.pid;
  }
}
