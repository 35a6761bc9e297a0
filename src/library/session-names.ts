import { InvalidSessionName } from "./errors.ts";

/**
 * Names may contain a dot, but tmux's may not: a dot ends the name in a target, so tmux replaces it with "_", and the
 * session could not be found by its original name. Here a dot becomes "+", which no name contains: the mapping is exact
 * both ways, and "a.b" and "a_b" are two sessions.
 */
const NAME = /^[a-zA-Z0-9_.-]{1,200}$/;

/** Throws `InvalidSessionName` unless the name consists of ASCII letters, digits and `_.-`. */
export function validateSessionName(name: string): void {
  if (typeof name === "string" && NAME.test(name)) return;
  throw new InvalidSessionName(
    `invalid session name ${JSON.stringify(name)}: letters, digits, "_", "." and "-"`,
  );
}

/** The name in the multiplexer. */
export function encodeSessionName(name: string): string {
  validateSessionName(name);
  return name.replaceAll(".", "+");
}

/** The name for its owner. A name that no substrate can have created is returned unchanged. */
export function decodeSessionName(known: string): string {
  const name = known.replaceAll("+", ".");
  return NAME.test(name) ? name : known;
}
