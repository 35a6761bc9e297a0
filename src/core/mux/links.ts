import type { LinkEvent } from "../events.ts";
import type { PlaceOptions } from "../mux.ts";
import { INT_MAX } from "../text/parse-integer.ts";
import { type SessionState, type WindowState, WinlinkState } from "../tree/state.ts";
import { clearMark } from "./active-pane.ts";
import { queueActivity } from "./alerts.ts";
import { followFocus } from "./focus.ts";
import { stateOf } from "./state-of.ts";
import { destroyWindow } from "./window-end.ts";

/** The links of a session: its windows by index, the current one and the previous ones. */

export function insertLink(session: SessionState, window: WindowState, index: number): WinlinkState {
  const link = new WinlinkState(session, window, index);
  session.links.push(link);
  session.links.sort((a, b) => a.index - b.index);
  window.links.push(link);
  session.server.touch(session);
  session.server.touch(window);
  return link;
}

/** A window without a remaining link ends here. */
export function removeLink(link: WinlinkState): void {
  const { session, window } = link;
  session.links = session.links.filter((other) => other !== link);
  session.lastLinks = session.lastLinks.filter((other) => other !== link);
  window.links.splice(window.links.indexOf(link), 1);
  if (session.server.markedLink === link) clearMark(session.server);
  session.server.touch(session);
  session.server.touch(window);
  if (window.links.length === 0) destroyWindow(window);
}

/** Removes a link and reports it. */
export function dropLink(link: WinlinkState): void {
  link.clearAlerts();
  tellUnlinked(link);
  removeLink(link);
}

export function freeIndex(session: SessionState): number {
  const taken = new Set(session.links.map(({ index }) => index));
  let index = session.options.number("base-index");
  while (taken.has(index)) index = index === INT_MAX ? 0 : index + 1;
  return index;
}

/** The index that `-a`, `-b` or a number requests; undefined for any index. */
export function placeIndex(
  session: SessionState,
  { index, after, before }: PlaceOptions,
): number | undefined {
  const beside = before ?? after;
  return beside ? makeRoom(session, stateOf.link(beside), before !== undefined) : index;
}

/** Moves links up by one until the index directly after or before this link is free. */
function makeRoom(session: SessionState, link: WinlinkState, before: boolean): number {
  const index = before ? link.index : link.index + 1;
  let free = index;
  while (session.linkAt(free)) free++;
  for (const moved of session.links) if (moved.index >= index && moved.index < free) moved.index++;
  touchIndexes(session);
  return index;
}

/** Indexes are part of the records of the session, of its windows and, for the marked link, of the server. */
export function touchIndexes(session: SessionState): void {
  const { server, links } = session;
  server.touch(session);
  for (const { window } of links) server.touch(window);
  if (server.markedLink?.session === session) server.touch(server.next);
}

/** Returns false if the link is already current. */
export function setCurrent(session: SessionState, link: WinlinkState): boolean {
  const old = session.current;
  if (old === link) return false;
  const history = [old, ...session.lastLinks.filter((other) => other !== old)];
  session.lastLinks = history.filter((other) => other !== link && session.links.includes(other));
  session.current = link;
  session.server.touch(session);
  followFocus(old.window.active, link.window.active);
  enterCurrent(session);
  return true;
}

/** Records that the session's current window is in use, and clears its alerts. */
export function enterCurrent(session: SessionState): void {
  const { window } = session.current;
  clearAlerts(window);
  queueActivity(window);
  session.server.emit("session-window-changed", () => ({
    session: session.id,
    window: session.current.window.id,
  }));
}

/** These functions return false if there is no other window to go to. */
export function selectLast(session: SessionState): boolean {
  const [last] = session.lastLinks;
  return last !== undefined && setCurrent(session, last);
}

export function selectNext(session: SessionState, alert = false): boolean {
  return selectAlong(session, session.links, alert);
}

export function selectPrevious(session: SessionState, alert = false): boolean {
  return selectAlong(session, session.links.toReversed(), alert);
}

/** Leaves the current window before its link is removed. */
export function leaveCurrent(session: SessionState): boolean {
  return selectLast(session) || selectPrevious(session) || selectNext(session);
}

/** The first link after the current one, wrapping around; with `alert` the first link that has an alert. */
function selectAlong(session: SessionState, order: readonly WinlinkState[], alert: boolean): boolean {
  const at = order.indexOf(session.current);
  const candidates = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  const next = candidates.find((link) => !alert || link.alerted);
  return next !== undefined && setCurrent(session, next);
}

/** Clears the alerts in all sessions that hold the window. */
export function clearAlerts(window: WindowState): void {
  window.alerts.clear();
  for (const link of window.links) {
    if (!link.alerted) continue;
    link.clearAlerts();
    window.server.touch(link.session);
  }
}

export function tellLinked(link: WinlinkState): void {
  link.session.server.emit("window-linked", eventOf(link));
}

export function tellUnlinked(link: WinlinkState): void {
  link.session.server.emit("window-unlinked", eventOf(link));
}

function eventOf({ session, window, index }: WinlinkState): LinkEvent {
  return {
    session: session.id,
    sessionName: session.name,
    window: window.id,
    windowName: window.name,
    index,
  };
}
