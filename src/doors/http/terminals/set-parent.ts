import type { HttpHost } from "../host.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal, type HttpTerminal } from "./terminals.ts";

/** Moves a terminal into its parent's window, or with null into a window of its own. */
export function setParent(host: HttpHost, terminal: HttpTerminal, parentId: string | null): void {
  if (parentId === null) standAlone(terminal);
  else moveBelow(terminal, findTerminal(host, parentId));
}

function standAlone({ server, pane }: HttpTerminal): void {
  if (pane.window.panes.length === 1) return;
  const link = pane.window.links[0]!;
  server.mux.breakPane(link, pane, { session: link.session, detached: true });
}

function moveBelow(terminal: HttpTerminal, parent: HttpTerminal): void {
  const { server, pane } = terminal;
  if (parent.server.key !== server.key)
    throw new Refusal(409, "a terminal cannot move to a parent on another server");
  if (parent.pane.window !== pane.window) {
    server.mux.joinPane(pane, parent.pane, { detached: true });
    return;
  }
  if (pane.window.panes[0] === pane)
    throw new Refusal(409, "a terminal cannot be below itself, nor below one that is below it");
}
