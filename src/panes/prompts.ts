import { isShell } from "../core/agent/program-name.ts";
import type { Pane } from "../core/tree/tree.ts";
import { type NativeServer, type PanePlace, placeKey } from "./host.ts";

/** A context, or any other pane. */
interface Prompted {
  readonly place: PanePlace;
  readonly pane: Pane | undefined;
}

/**
 * Tracks which shells wait at a prompt, by the marks that our shell integration prints. For panes that a previous
 * daemon started, only the last mark is on record before their next one: until then, a shell in the foreground counts as
 * waiting, unless it has begun a command.
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
      // A shell that prints no marks would never count again.
      const isMarked = lastMark(server.mux.server.panes.get(pane)) !== undefined;
      if (this.#waiting.get(key) ?? isMarked) this.#waiting.set(key, false);
    });
    for (const started of ["pane-created", "pane-respawned"] as const)
      events.on(started, ({ pane }) => this.#waiting.set(placeKey({ server: server.key, pane }), false));
    events.on("pane-closed", ({ pane }) => this.#waiting.delete(placeKey({ server: server.key, pane })));
  }

  isWaiting({ place, pane }: Prompted): boolean {
    const known = this.#waiting.get(placeKey(place));
    if (known !== undefined) return known;
    if (lastMark(pane) === "output") return false;
    const foreground = pane?.process?.foreground();
    if (!foreground || foreground.pgrp !== pane?.process?.pid) return false;
    return isShell(foreground.argv ?? [foreground.command]);
  }
}

/** On record, so that it outlives the daemon. */
function lastMark(pane: Pane | undefined) {
  return pane?.window.server.agents.evidenceOf(pane)?.prompt?.kind;
}
