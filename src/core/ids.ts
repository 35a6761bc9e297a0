/**
 * Ids are never reused within a server's life, restarts of the daemon included: the next number of each kind is
 * part of the persisted state. Their text is tmux's own, so that an id can be printed and parsed as it is.
 */
export type SessionId = `$${number}`;
export type WindowId = `@${number}`;
export type PaneId = `%${number}`;

/** The number behind an id, for tmux's sort order (by number, not by text). */
export function idNumber(id: SessionId | WindowId | PaneId): number {
  return Number(id.slice(1));
}
