import type { SessionState } from "../tree/session-state.ts";
import type { WinlinkState } from "../tree/winlink-state.ts";
import { clearMark } from "./active-pane.ts";
import { touchIndexes } from "./links.ts";

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
