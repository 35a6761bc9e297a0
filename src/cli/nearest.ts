/** The candidate most similar to the typed word, if it is similar enough to suggest. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate) }))
    .filter(({ candidate, distance }) => distance <= limit || (typed !== "" && candidate.startsWith(typed)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** Number of insertions, deletions, replacements and swaps of adjacent characters between two words. */
export function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, older[column - 2]! + 1);
      current.push(best);
    }
    older = above;
    above = current;
  }
  return above[b.length]!;
}
