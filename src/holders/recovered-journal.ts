import { join } from "node:path";
import type { JournalFiles } from "./journal-files.ts";
import { decodeRecords, type JournalRecord } from "./journal-record.ts";
import { listSegments, snapshotPath, tailPath } from "./segments.ts";
import {
  advance,
  decodeSnapshot,
  JOURNAL_START,
  type JournalPosition,
  SNAPSHOT_HEADER_SIZE,
  type Snapshot,
} from "./snapshot.ts";

/**
 * What a former daemon left of a pane's journal. Its position is known at once, so that the holder can go on exactly
 * there; the screen itself is read again only when somebody needs it. Nothing is appended to old tails, whose last
 * record may be cut off: the new daemon begins a segment of its own.
 */
export interface RecoveredJournal {
  readonly position: JournalPosition;
  readonly nextSegment: number;
  /** Bytes of every tail that is still there, for the quota. */
  readonly tailSizes: ReadonlyMap<number, number>;
  readonly snapshotSegments: readonly number[];
  /** Bytes and files to be replayed over the newest snapshot. */
  readonly replayBytes: number;
  readonly replayTails: number;
  readonly snapshotBytes: number;
  snapshot(): Snapshot | undefined;
  records(): Generator<JournalRecord>;
}

export function recoverJournal(files: JournalFiles, directory: string): RecoveredJournal | undefined {
  const segments = listSegments(files, directory);
  if (!segments) return undefined;
  for (const leftover of segments.leftovers) void files.remove(join(directory, leftover)).catch(() => {});

  const usable = newestUsable(files, directory, segments.snapshots);
  const replayed = segments.tails.filter((segment) => segment >= (usable?.segment ?? 0));
  const tailSizes = new Map(
    segments.tails.map((segment) => [segment, files.size(tailPath(directory, segment))]),
  );
  const start = usable?.position ?? JOURNAL_START;
  const records = () => contiguous(recordsOf(files, directory, replayed), start);
  let position = start;
  for (const record of records()) position = advance(position, record);

  return {
    position,
    nextSegment: Math.max(-1, ...segments.tails, ...segments.snapshots) + 1,
    tailSizes,
    snapshotSegments: segments.snapshots,
    replayBytes: replayed.reduce((sum, segment) => sum + tailSizes.get(segment)!, 0),
    replayTails: replayed.length,
    snapshotBytes: usable ? files.size(snapshotPath(directory, usable.segment)) : 0,
    snapshot: () =>
      usable ? decodeSnapshot(files.read(snapshotPath(directory, usable.segment))) : undefined,
    records,
  };
}

function newestUsable(
  files: JournalFiles,
  directory: string,
  snapshots: readonly number[],
): { segment: number; position: JournalPosition } | undefined {
  for (const segment of snapshots.toReversed()) {
    const position = decodeSnapshot(
      files.read(snapshotPath(directory, segment), SNAPSHOT_HEADER_SIZE),
    )?.position;
    if (position) return { segment, position };
  }
  return undefined;
}

function* recordsOf(
  files: JournalFiles,
  directory: string,
  tails: readonly number[],
): Generator<JournalRecord> {
  for (const segment of tails) yield* decodeRecords(files.read(tailPath(directory, segment)));
}

/**
 * Ends before output that does not follow on what is there: a disk that failed for a while leaves such a gap. Output of no
 * bytes only says where the next begins.
 */
function* contiguous(records: Iterable<JournalRecord>, start: JournalPosition): Generator<JournalRecord> {
  let position = start;
  for (const record of records) {
    const follows =
      record.kind !== "output" || record.bytes.length === 0 || record.offset === position.offset;
    if (!follows) return;
    position = advance(position, record);
    yield record;
  }
}
