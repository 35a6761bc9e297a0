/** The lines from `top` up to `bottom` went up by `count` lines, or down where it is negative. */
interface FoundScroll {
  readonly top: number;
  readonly bottom: number;
  readonly count: number;
}

/** Moving fewer lines than this is not worth it. */
const LEAST_LINES = 2;

/**
 * Whether lines moved as a whole, told by numbers that stand for their content. It is enough to look at the first and at the
 * last line that changed: what scrolls up changes the first into a line that was further down, and what scrolls down the last.
 */
export function findScroll(
  before: Float64Array,
  now: Float64Array,
  lines: { readonly start: number; readonly end: number },
): FoundScroll | undefined {
  let first = lines.start;
  while (first < lines.end && before[first] === now[first]) first++;
  let last = lines.end - 1;
  while (last > first && before[last] === now[last]) last--;
  if (last - first < LEAST_LINES) return undefined;
  return scrolledUp(before, now, first, last) ?? scrolledDown(before, now, first, last);
}

function scrolledUp(
  before: Float64Array,
  now: Float64Array,
  first: number,
  last: number,
): FoundScroll | undefined {
  const from = before.indexOf(now[first]!, first + 1);
  if (from < 0 || from > last) return undefined;
  const count = from - first;
  let end = first;
  while (end + count <= last && now[end] === before[end + count]) end++;
  return end - first < LEAST_LINES ? undefined : { top: first, bottom: end + count, count };
}

function scrolledDown(
  before: Float64Array,
  now: Float64Array,
  first: number,
  last: number,
): FoundScroll | undefined {
  const from = before.lastIndexOf(now[last]!, last - 1);
  if (from < first) return undefined;
  const count = last - from;
  let end = last;
  while (end - count >= first && now[end] === before[end - count]) end--;
  return last - end < LEAST_LINES ? undefined : { top: end + 1 - count, bottom: last + 1, count: -count };
}
