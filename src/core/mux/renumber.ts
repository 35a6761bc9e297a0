import type { SessionState } from "../tree/session-state.ts";
import type { WinlinkState } from "../tree/winlink-state.ts";
import { clearMark } from "./active-pane.ts";
import { touchIndexes } from "./links.ts";

/** Indexes from base-index on, without gaps, in the order they have. */
export function renumberLinks(session: SessionState): void {
  const first = session.options.number("base-index");
  session.links.forEach((link, offset) => {
    link.index = first + offset;
  });
  session.lastLinks = firstLinks(session, session.lastLinks);
  touchIndexes(session);
  forgetMark(session);
}

/** The history goes by window: of one that stands here more than once, the first place is meant from now on. */
function firstLinks({ links }: SessionState, history: readonly WinlinkState[]): WinlinkState[] {
  const first = ({ window }: WinlinkState) => links.find((link) => link.window === window)!;
  return [...new Set(history.map(first))];
}

/** tmux makes new links here, and a mark does not survive its link. */
function forgetMark(session: SessionState): void {
  if (session.server.markedLink?.session === session) clearMark(session.server);
}
