import { attempt } from "../core/attempt.ts";
import type { Invocation } from "../wire/invocation.ts";

/**
 * Where a previous daemon was in the answer to this call, as the same verb said there with its output. Undefined: the
 * answer has not begun.
 */
export function cursorOf<T extends object>({ cursor }: Pick<Invocation, "cursor">): T | undefined {
  return cursor === undefined ? undefined : attempt(() => JSON.parse(cursor) as T);
}

/** Names to the client how far this call is. The next daemon reads it with `cursorOf`. */
export function nameCursor(invocation: Pick<Invocation, "stdout">, cursor: object): void {
  invocation.stdout("", JSON.stringify(cursor));
}
