import type { PaneId, SessionId, WindowId } from "../../core/ids.ts";
import type { Server } from "../../core/tree/tree.ts";

/** Descriptions matter only if records are lost, so they may lag behind by this much. */
const UPDATE_MS = 250;

/**
 * Keeps the pane descriptions in the holders up to date. After a rename or a move every affected pane is described
 * again, in batches, and never while a caller waits.
 */
export function keepDescriptions(server: Server, describe: (pane: PaneId) => void): void {
  const { events, sessions, windows } = server;
  const due = new Set<PaneId>();
  const describeDue = () => {
    const panes = [...due];
    due.clear();
    for (const pane of panes) describe(pane);
  };
  const addPane = (pane: PaneId) => {
    if (due.size === 0) setTimeout(describeDue, UPDATE_MS).unref();
    due.add(pane);
  };
  const addWindow = (id: WindowId) => {
    for (const pane of windows.get(id)?.panes ?? []) addPane(pane.id);
  };
  const addSession = (id: SessionId) => {
    for (const { window } of sessions.get(id)?.links ?? []) addWindow(window.id);
  };
  events.on("session-renamed", ({ session }) => addSession(session));
  events.on("window-renamed", ({ window }) => addWindow(window));
  events.on("window-linked", ({ window }) => addWindow(window));
  events.on("window-unlinked", ({ session }) => addSession(session));
  events.on("window-layout-changed", ({ window }) => addWindow(window));
  events.on("pane-metadata-changed", ({ pane }) => addPane(pane));
  events.on("pane-respawned", ({ pane }) => addPane(pane));
}
