import type { AdoptedPane, AdoptionOperations } from "../mux.ts";
import type { Size } from "../ports.ts";
import type { PaneState, ServerState, SessionState, WindowState } from "../tree/state.ts";
import { setActivePane } from "./active-pane.ts";
import { applyLayout, initLayout, suspendZoom } from "./geometry.ts";
import { freeIndex, insertLink, tellLinked } from "./links.ts";
import { addPane } from "./pane-process.ts";
import { divide } from "./panes.ts";
import { synchronizeFrom } from "./session-groups.ts";
import { newSession } from "./sessions.ts";
import { newWindow } from "./windows.ts";

/**
 * Creates a pane for a running program that no record mentions, as close to its previous position as its description
 * allows. A free id is reused, because the program's `$TMUX_PANE` contains it. Nothing else moves, except the panes
 * of the window to which the program returns.
 */
export function adoptionOperations(server: ServerState): AdoptionOperations {
  return {
    adoptPane(adopted) {
      const known = sessionOf(server, adopted);
      const number = () => server.takeNumber("session", adopted.session.id);
      const session = known ?? newSession(server, { ...adopted.session, number: number() });
      const window = session.links.find((link) => link.window.id === adopted.window?.id)?.window;
      const pane = (window && besideOthers(window, session, adopted)) ?? inNewWindow(session, adopted);
      pane.start = adopted.start;
      for (const [name, value] of adopted.metadata ?? []) pane.metadata.set(name, value);
      if (!known) server.emit("session-created", { session: session.id, name: session.name });
      return pane;
    },
  };
}

/** Finds the session by name, or by id if it was renamed; a session younger than the program is another one. */
function sessionOf(server: ServerState, { session, startedMs }: AdoptedPane): SessionState | undefined {
  const named = server.sessionNamed(session.name);
  if (named || session.id === undefined) return named;
  const found = server.sessions.get(session.id);
  return found && found.created <= startedMs ? found : undefined;
}

/** Undefined if the window has no room and may not grow. */
function besideOthers(
  window: WindowState,
  session: SessionState,
  { id, historyLimit }: AdoptedPane,
): PaneState | undefined {
  const zoomAgain = suspendZoom(window, { keep: true });
  try {
    const target = window.panes.reduce((largest, pane) => (cells(pane) > cells(largest) ? pane : largest));
    const direction = target.cols > 2 * target.rows ? "left-right" : "top-bottom";
    const { root, cell } = divide(target, { direction }, undefined);
    const pane = addPane(window, { session, at: window.panes.indexOf(target) + 1, id, historyLimit });
    cell.pane = pane;
    applyLayout(window, root);
    return pane;
  } catch {
    return undefined;
  } finally {
    zoomAgain();
  }
}

const cells = ({ cols, rows }: Size): number => cols * rows;

function inNewWindow(session: SessionState, { id, historyLimit, size, window: was }: AdoptedPane): PaneState {
  const { server } = session;
  const window = newWindow(server, size, was?.id);
  const free = was?.index !== undefined && !session.linkAt(was.index);
  const link = insertLink(session, window, free ? was.index! : freeIndex(session));
  session.current ??= link;
  const pane = addPane(window, { session, id, historyLimit });
  initLayout(window, pane);
  setActivePane(window, pane, { quiet: true });
  window.name = was?.name ?? "";
  if (was?.named) server.setQuietly(window.options, "automatic-rename", "off");
  tellLinked(link);
  synchronizeFrom(session);
  return pane;
}
