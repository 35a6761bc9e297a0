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
  /** Prompts of which the beginning is printed: what is left of one that has been answered meanwhile is no new prompt. */
  readonly #unfinished = new Set<string>();

  watch(server: NativeServer): void {
    const { events } = server.mux.server;
    const keyOf = (pane: PanePlace["pane"]) => placeKey({ server: server.key, pane });
    events.on("pane-prompted", ({ pane, kind }) => {
      const key = keyOf(pane);
      const isRest = this.#unfinished.delete(key) && kind === "input";
      if (kind === "prompt") this.#unfinished.add(key);
      if (!isRest) this.#waiting.set(key, kind === "prompt" || kind === "input");
    });
    events.on("pane-entered", ({ pane }) => this.#entered(keyOf(pane), server.mux.server.panes.get(pane)));
    for (const started of ["pane-created", "pane-respawned"] as const)
      events.on(started, ({ pane }) => {
        this.#unfinished.delete(keyOf(pane));
        this.#waiting.set(keyOf(pane), false);
      });
    events.on("pane-closed", ({ pane }) => {
      this.#unfinished.delete(keyOf(pane));
      this.#waiting.delete(keyOf(pane));
    });
  }

  isWaiting({ place, pane }: Prompted): boolean {
    const known = this.#waiting.get(placeKey(place));
    if (known !== undefined) return known;
    if (lastMark(pane) === "output") return false;
    const foreground = pane?.process?.foreground();
    if (!foreground || foreground.pgrp !== pane?.process?.pid) return false;
    return isShell(foreground.argv ?? [foreground.command]);
  }

  #entered(key: string, pane: Pane | undefined): void {
    const known = this.#waiting.get(key);
    const mark = lastMark(pane);
    if (known === undefined && mark === "prompt") this.#unfinished.add(key);
    // A shell that prints no marks would never count again.
    if (known ?? mark !== undefined) this.#waiting.set(key, false);
  }
}

/** On record, so that it outlives the daemon. */
function lastMark(pane: Pane | undefined) {
  return pane?.window.server.agents.evidenceOf(pane)?.prompt?.kind;
}
