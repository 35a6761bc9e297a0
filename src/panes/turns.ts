import type { Pane } from "../core/tree/tree.ts";

/** Per pane with callers that type into it: a promise that settles with the last turn. */
const lastTurns = new WeakMap<Pane, Promise<void>>();

/** Whether a caller is typing into the pane. */
export function isTurnTaken(pane: Pane): boolean {
  return lastTurns.has(pane);
}

/**
 * Callers that type into one pane take turns, through whatever door they come: what one of them types, and the Enter
 * that submits it, stays together. Runs `type` at once if the pane is free. The turn ends after `settle`, but the
 * caller does not wait for that.
 */
export function inTurn<T>(
  pane: Pane,
  type: () => Promise<T>,
  settle: () => Promise<unknown> = async () => {},
): Promise<T> {
  const before = lastTurns.get(pane);
  const typed = before ? before.then(type) : type();
  const end = typed
    .then(settle)
    .catch(() => {})
    .then(() => {
      if (lastTurns.get(pane) === end) lastTurns.delete(pane);
    });
  lastTurns.set(pane, end);
  return typed;
}
