/** Version of the proposal that the core methods implement; `initialize` reports it. */
export const PROTOCOL_VERSION = "1";

/** Newest level of the schema. `levels/<n>.json` freezes each released level; within a level things are only added. */
export const LEVEL = 2;

/** Level of a client that names none. */
const FIRST_LEVEL = 1;

/**
 * The level at which a client is served: the one that it asks for, as far as it exists. Answers, default subscriptions and
 * descriptions are exactly those of that level. A client that names something of a later level receives it anyway.
 */
export function agreedLevel(asked: number | undefined): number {
  return Math.min(Math.max(asked ?? FIRST_LEVEL, FIRST_LEVEL), LEVEL);
}
