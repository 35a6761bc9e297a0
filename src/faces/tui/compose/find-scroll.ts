/** Lines `top` up to `bottom` moved up by `count` lines, or down if it is negative, over their whole width. */
export interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly count: number;
}

/** Scrolling fewer lines than this costs more than drawing them. */
const LEAST_LINES = 2;

/**
 * Finds lines that moved as a block, given one number per line that identifies its content. The first and the last
 * changed line are enough: scrolling up replaces the first changed line by one from further down, and scrolling down
 * replaces the last changed line by one from further up.
 */
export function findScroll(
  before: Float64Array,
  now: Float64Array,
  lines: { readonly start: number; readonly end: number },
): Scroll | undefined {
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
): Scroll | undefined {
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
): Scroll | undefined {
  const from = before.lastIndexOf(now[last]!, last - 1);
  if (from < first) return undefined;
  const count = last - from;
  let end = last;
  while (end - count >= first && now[end] === before[end - count]) end--;
  return last - end < LEAST_LINES ? undefined : { top: end + 1 - count, bottom: last + 1, count: -count };
}
