import type { Tally } from "./attack.ts";

/**
 * Random input to a parser. A parser answers or throws its declared error; anything else is a crash. A parsed value is
 * the same after it is written and read again.
 */

/** Rounds of the quick campaign; a scale of 50 makes it a million of each. */
export const ROUNDS = 20_000;
/** Far more than any of these inputs needs on a busy machine. */
const SLOW_MS = 3_000;

/** Runs one input. An error of a declared kind counts as an answer. */
export function once(
  tally: Tally,
  declared: readonly (new (...args: never[]) => Error)[],
  input: () => string,
  run: () => void,
): void {
  tally.rounds += 1;
  const begun = performance.now();
  try {
    run();
  } catch (error) {
    if (declared.some((kind) => error instanceof kind)) tally.refused += 1;
    else
      tally.found("crashed", `${error instanceof Error ? error.stack?.slice(0, 600) : error} on ${input()}`);
  }
  const ms = performance.now() - begun;
  if (ms > SLOW_MS) tally.found("wrong", `took ${Math.round(ms)} ms: ${input()}`);
}

export const shown = (text: string | Buffer) =>
  JSON.stringify(typeof text === "string" ? text : text.toString("latin1")).slice(0, 400);
