/** Index of the last value that is at most `value`; -1 if there is none. Values ascend, and are searched by halving. */
export function lastAtMost(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
