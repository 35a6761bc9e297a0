import type { PaneId, SessionId, WindowId } from "../../core/ids.ts";
import type { Server } from "../../core/tree/tree.ts";

/** Descriptions matter only if records are lost, so they may lag behind by this much. */
const UPDATE_MS = 250;

/**
 * Keeps the pane descriptions in the holders up to date. After a rename or a move every affected pane is described
 * again, in batches, and never while a caller waits.
 */
export class DescriptionUpdates {
  readonly #server: Server;
  readonly #describe: (pane: PaneId) => void;
  readonly #due = new Set<PaneId>();
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server, describe: (pane: PaneId) => void) {
    this.#server = server;
    this.#describe = describe;
    const { events } = server;
    events.on("session-renamed", ({ session }) => this.#session(session));
    events.on("window-renamed", ({ window }) => this.#window(window));
    events.on("window-linked", ({ window }) => this.#window(window));
    events.on("window-unlinked", ({ session }) => this.#session(session));
    events.on("window-layout-changed", ({ window }) => this.#window(window));
    events.on("pane-metadata-changed", ({ pane }) => this.#add(pane));
    events.on("pane-respawned", ({ pane }) => this.#add(pane));
  }

  #session(id: SessionId): void {
    for (const { window } of this.#server.sessions.get(id)?.links ?? []) this.#window(window.id);
  }

  #window(id: WindowId): void {
    for (const pane of this.#server.windows.get(id)?.panes ?? []) this.#add(pane.id);
  }

  #add(pane: PaneId): void {
    this.#due.add(pane);
    this.#timer ??= setTimeout(() => this.#update(), UPDATE_MS).unref();
  }

  #update(): void {
    this.#timer = undefined;
    const due = [...this.#due];
    this.#due.clear();
    for (const pane of due) this.#describe(pane);
  }
}
