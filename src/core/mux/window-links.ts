import { MuxError } from "../errors.ts";
import type { SessionState, WindowState, WinlinkState } from "../tree/state.ts";
import { clearMark } from "./active-pane.ts";
import { unzoom } from "./geometry.ts";
import { dropLink, freeIndex, insertLink, leaveCurrent, tellLinked, touchIndexes } from "./links.ts";
import { destroySession } from "./session-end.ts";
import { synchronizeFrom } from "./session-groups.ts";
import { recalculateSizes } from "./window-sizes.ts";

/** Adds a window to a session and to the sessions of its group. */
export function attachWindow(
  session: SessionState,
  window: WindowState,
  index = freeIndex(session),
): WinlinkState {
  if (session.linkAt(index)) throw new MuxError("index-taken", `index in use: ${index}`);
  const link = insertLink(session, window, index);
  tellLinked(link);
  synchronizeFrom(session);
  return link;
}

/** Removes a window from a session. Returns true if it was the last one and the session has ended. */
export function detachLink(link: WinlinkState): boolean {
  const { session } = link;
  if (session.current === link) leaveCurrent(session);
  dropLink(link);
  synchronizeFrom(session);
  if (session.links.length > 0) return false;
  destroySession(session);
  return true;
}

/** Removes a window from every session that holds it, which ends it. */
export function killWindowEverywhere(
  window: WindowState,
  { renumber }: { readonly renumber: boolean },
): void {
  const { server } = window;
  for (const session of server.sessionsByName()) {
    if (!session.links.some((link) => link.window === window)) continue;
    unzoom(window);
    detachFrom(session, window);
    if (renumber && server.sessions.has(session.id)) renumberIfWanted(session);
  }
  recalculateSizes(server);
}

function detachFrom(session: SessionState, window: WindowState): void {
  for (;;) {
    const link = session.links.find((held) => held.window === window);
    if (!link || detachLink(link)) return;
  }
}

export function renumberIfWanted(session: SessionState): void {
  if (!session.options.flag("renumber-windows")) return;
  for (const member of session.grouped) renumberLinks(member);
}

/** Renumbers from base-index on without gaps, keeping the order. */
export function renumberLinks(session: SessionState): void {
  const first = session.options.number("base-index");
  session.links.forEach((link, offset) => {
    link.index = first + offset;
  });
  session.lastLinks = firstLinks(session, session.lastLinks);
  touchIndexes(session);
  forgetMark(session);
}

/** The history refers to windows: for a window linked more than once, the first link counts from now on. */
function firstLinks({ links }: SessionState, history: readonly WinlinkState[]): WinlinkState[] {
  const first = ({ window }: WinlinkState) => links.find((link) => link.window === window)!;
  return [...new Set(history.map(first))];
}

/** tmux creates new links here, and a mark does not survive its link. */
function forgetMark(session: SessionState): void {
  if (session.server.markedLink?.session === session) clearMark(session.server);
}
