import type { SessionState } from "../tree/state.ts";
import { insertLink, leaveCurrent, removeLink, tellLinked, tellUnlinked } from "./links.ts";

/**
 * Sessions of a group hold the same windows at the same indexes, each with its own current window and history. Every
 * change of one session's links is repeated in the others.
 */
export function synchronizeFrom(session: SessionState): void {
  for (const other of session.grouped) if (other !== session) copyLinks(session, other);
}

export function addToGroup(session: SessionState, name: string): void {
  const { server } = session;
  const members = server.groups.get(name) ?? [];
  server.groups.set(name, [...members, session]);
  server.touch(server.next);
}

/** A group ends when its last session leaves. */
export function leaveGroup(session: SessionState): void {
  const { server, group } = session;
  if (group === undefined) return;
  const left = session.grouped.filter((other) => other !== session);
  if (left.length === 0) server.groups.delete(group);
  else server.groups.set(group, left);
  server.touch(server.next);
}

export function copyLinks(from: SessionState, to: SessionState): void {
  if (from.links.length === 0) return;
  if (to.current && !from.linkAt(to.current.index)) leaveCurrent(to);

  const old = to.links;
  to.links = [];
  for (const link of from.links) {
    const copy = insertLink(to, link.window, link.index);
    copy.copyAlerts(link);
    tellLinked(copy);
  }
  to.current = to.linkAt(to.current?.index ?? from.current.index) ?? to.linkAt(from.current.index)!;
  const last = to.lastLinks.map((link) => to.linkAt(link.index)).filter((link) => link !== undefined);
  for (const link of old) {
    if (!to.links.some((kept) => kept.window === link.window)) tellUnlinked(link);
    removeLink(link);
  }
  to.lastLinks = last;
  to.server.touch(to);
}
