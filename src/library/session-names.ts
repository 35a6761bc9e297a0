import { InvalidSessionName } from "./errors.ts";

/**
 * Names may hold a dot, and tmux's may not: a dot ends the name in a target, so tmux turns it into "_", and the session
 * could not be found again by the name it was given. Here a dot becomes "+", which no name of ours holds: both ways the
 * name is exact, and "a.b" and "a_b" are two sessions.
 */
const NAME = /^[a-zA-Z0-9_.-]{1,200}$/;

/** Throws `InvalidSessionName` unless it is one: letters of ASCII, digits and `_.-`. */
export function validateSessionName(name: string): void {
  if (typeof name === "string" && NAME.test(name)) return;
  throw new InvalidSessionName(
    `invalid session name ${JSON.stringify(name)}: letters, digits, "_", "." and "-"`,
  );
}

/** As a multiplexer knows it. */
export function encodeSessionName(name: string): string {
  validateSessionName(name);
  return name.replaceAll(".", "+");
}

/** As its owner knows it. One that nobody here can have made is left as it is. */
export function decodeSessionName(known: string): string {
  const name = known.replaceAll("+", ".");
  return NAME.test(name) ? name : known;
}
