/** Larger files are shown as a whole: comparing every line with every other would take too long. */
const MAX_CELLS = 4_000_000;

/** The lines that differ between two texts, `- ` and `+ ` before them, in the order of the file. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.length * now.length > MAX_CELLS) return now.map((line) => `+ ${line}`);
  const shared = commonLengths(old, now);
  const changes: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
    else if (j >= now.length || (i < old.length && at(shared, i + 1, j) >= at(shared, i, j + 1)))
      changes.push(`- ${old[i++]}`);
    else changes.push(`+ ${now[j++]}`);
  }
  return changes;
}

const linesOf = (text: string) => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));
const at = (table: readonly Uint32Array[], i: number, j: number) => table[i]?.[j] ?? 0;

/** For each pair of positions, how many lines the rests of both texts share. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const length =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
      const row = table[i];
      if (row) row[j] = length;
    }
  return table;
}
