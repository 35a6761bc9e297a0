import { join } from "node:path";
import type { JournalFiles } from "./journal-files.ts";

/**
 * A pane's directory holds numbered segments: `N.snapshot` is the screen where `N.tail` begins. A segment without a
 * snapshot continues the previous one. Snapshots appear complete or not at all (written to a temporary file, then
 * renamed).
 */
type Segments = NonNullable<ReturnType<typeof listSegments>>;

export function tailPath(directory: string, segment: number): string {
  return join(directory, `${segment}.tail`);
}

export function snapshotPath(directory: string, segment: number): string {
  return join(directory, `${segment}.snapshot`);
}

/** Undefined if the pane has no journal. */
export function listSegments(files: JournalFiles, directory: string) {
  const names = files.list(directory);
  if (names === undefined) return undefined;
  return {
    /** Ascending, as the snapshots are. */
    tails: numbered(names, /^(\d+)\.tail$/),
    snapshots: numbered(names, /^(\d+)\.snapshot$/),
    /** Temporary files of an interrupted write. */
    leftovers: names.filter((name) => name.endsWith(".part")),
  };
}

function numbered(names: readonly string[], pattern: RegExp): number[] {
  const numbers = names.flatMap((name) => pattern.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((a, b) => a - b);
}

/**
 * The files to delete: every snapshot but the newest, and the oldest tails beyond the quota. Tails from the newest
 * snapshot on always stay, because the screen is rebuilt from them; older ones are the recording.
 */
export function expendable(
  sizes: ReadonlyMap<number, number>,
  { snapshots }: Pick<Segments, "snapshots">,
  quotaBytes: number,
): { readonly tails: readonly number[]; readonly snapshots: readonly number[] } {
  const newest = snapshots.at(-1);
  if (newest === undefined) return { tails: [], snapshots: [] };
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const tails: number[] = [];
  for (const segment of [...sizes.keys()].sort((a, b) => a - b)) {
    if (total <= quotaBytes || segment >= newest) break;
    tails.push(segment);
    total -= sizes.get(segment)!;
  }
  return { tails, snapshots: snapshots.slice(0, -1) };
}
