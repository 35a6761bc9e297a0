import { cursorOf, nameCursor } from "./answer-cursor.ts";
import type { HotCall } from "./verb.ts";

/**
 * When a call with a limited time began, in milliseconds since the epoch. A daemon that dies does not begin the time again:
 * the client names the beginning to the next one, together with `progress`.
 */
export function callBeginning<T extends object>(
  { context, invocation }: Pick<HotCall, "context" | "invocation">,
  progress?: T,
): number {
  const begunMs = cursorOf<{ readonly begunMs: number }>(invocation)?.begunMs ?? context.clock.now();
  nameCursor(invocation, { ...progress, begunMs });
  return begunMs;
}
