import { MAX_LINE } from "./match-screen.ts";

/** A good pattern takes microseconds. */
const LIMIT_MS = 20;
const TRIES = 3;
const SHORTEST = 12;
/** Matches hardly any pattern: a match that fails has tried everything. */
const END = "\u0001";
/** The lengths grow slowly: a pattern that is too slow for one of them has taken less than LIMIT_MS for the one before. */
const GROWTH = 1.2;

/**
 * A line for which the pattern takes too long, because it tries every way to divide it; undefined if there is none among
 * those tried. Nothing can interrupt a match, and a screen may show a line of equal characters: so a line repeats a
 * character of the pattern, or two of them.
 */
export function slowLine(pattern: RegExp): string | undefined {
  const repeated = repeatedIn(pattern.source);
  for (let length = SHORTEST; length <= MAX_LINE; length = Math.ceil(length * GROWTH)) {
    const slow = repeated
      .map((each) => `${each.repeat(length / 2)}${END}`)
      .find((line) => takesLong(pattern, line));
    if (slow !== undefined) return slow;
  }
  return undefined;
}

function repeatedIn(source: string): readonly string[] {
  const all = [...new Set(`a0 ${source}`)];
  const signs = all.filter((each) => !/[\p{L}\d]/u.test(each)).concat("a");
  return [...all.map((each) => each + each), ...signs.flatMap((one) => signs.map((other) => one + other))];
}

/** Always: on a busy machine, one try may take long. */
function takesLong(pattern: RegExp, line: string): boolean {
  return Array.from({ length: TRIES }).every(() => {
    const start = Date.now();
    line.search(pattern);
    return Date.now() - start >= LIMIT_MS;
  });
}
