/** Programs that print or echo numbered lines, and a check for lost, repeated or reordered lines. */

/**
 * Prints as fast as its share allows, alternating bursts and lines; in Perl, which is installed everywhere and starts
 * no process.
 */
export const PRINTER =
  "$| = 1; $n = 0; while (1) { for (1 .. 1 + rand 40) { $n++; print qq(line $n\\n) } select undef, undef, undef, 0.5 * rand }";
/** Every tenth pane echoes its input. */
export const READER = "stty -echo; exec cat";

export interface Findings {
  readonly lines: number;
  readonly lost: number;
  readonly doubled: number;
  readonly reordered: number;
}

/** `expected` is the last number that must be present; absent: the last one found. */
export function examine(text: string, expected?: number): Findings {
  const numbers = text
    .split("\n")
    .flatMap((line) => /^line (\d+)$/.exec(line)?.[1] ?? [])
    .map(Number);
  const distinct = new Set(numbers);
  const last = expected ?? Math.max(0, ...numbers.slice(-1));
  let reordered = 0;
  numbers.forEach((number, i) => {
    if (i > 0 && number < numbers[i - 1]!) reordered++;
  });
  let lost = 0;
  for (let number = 1; number <= last; number++) if (!distinct.has(number)) lost++;
  return { lines: numbers.length, lost, doubled: numbers.length - distinct.size, reordered };
}
