import { join } from "node:path";
import { attempt } from "../core/attempt.ts";
import type { JournalFiles } from "./journal-files.ts";
import { type Damage, decodeRecords, type JournalRecord } from "./journal-record.ts";
import { listSegments, snapshotPath, tailPath } from "./segments.ts";
import {
  advance,
  decodePosition,
  decodeSnapshot,
  JOURNAL_START,
  type JournalPosition,
  SNAPSHOT_HEADER_SIZE,
} from "./snapshot.ts";

/**
 * The journal that a previous daemon left for a pane. Its position is known at once, so that the holder can resume
 * exactly there; the screen is read only when it is needed. Nothing is appended to old tails, whose last record may be
 * incomplete: the new daemon starts its own segment.
 */
export type RecoveredJournal = Readonly<NonNullable<ReturnType<typeof recoverJournal>>>;

/** Output that is in no journal and that no holder has any more. */
export interface OutputLoss {
  /** Offsets of the first lost byte and after the last one; equal if the damage affects something other than output. */
  readonly from: number;
  readonly to: number;
  /** Approximate number of lines; undefined: unknown. */
  readonly lines: number | undefined;
}

export type OnLoss = (loss: OutputLoss) => void;

export function recoverJournal(files: JournalFiles, directory: string, onLoss: OnLoss = () => {}) {
  const segments = listSegments(files, directory);
  if (!segments) return undefined;
  for (const leftover of segments.leftovers) void files.remove(join(directory, leftover)).catch(() => {});

  const usable = newestUsable(files, directory, segments.snapshots);
  const replayed = segments.tails.filter((segment) => segment >= (usable?.segment ?? 0));
  const tailSizes = new Map(
    segments.tails.map((segment) => [segment, files.size(tailPath(directory, segment))]),
  );
  const start = usable?.position ?? JOURNAL_START;
  const tails = { files, directory };
  let position = start;
  for (const record of recordsOf(replayed, { ...tails, start, onLoss })) position = advance(position, record);
  let isBroken = false;

  return {
    position,
    nextSegment: Math.max(-1, ...segments.tails, ...segments.snapshots) + 1,
    /** Size in bytes of every remaining tail, for the quota. */
    tailSizes,
    snapshotSegments: segments.snapshots,
    /** Bytes and files to replay over the newest snapshot. */
    replayBytes: replayed.reduce((sum, segment) => sum + tailSizes.get(segment)!, 0),
    replayTails: replayed.length,
    snapshotBytes: usable ? files.size(snapshotPath(directory, usable.segment)) : 0,
    snapshot() {
      const snapshot =
        usable && decodeSnapshot(readOrNothing(files, snapshotPath(directory, usable.segment)));
      isBroken = usable !== undefined && snapshot === undefined;
      return snapshot;
    },
    // Without a snapshot, the screen is rebuilt from all remaining output.
    records: () =>
      isBroken
        ? recordsOf(segments.tails, { ...tails, start: JOURNAL_START, onLoss })
        : recordsOf(replayed, { ...tails, start, onLoss() {} }),
  };
}

function newestUsable(
  files: JournalFiles,
  directory: string,
  snapshots: readonly number[],
): { segment: number; position: JournalPosition } | undefined {
  for (const segment of snapshots.toReversed()) {
    const header = readOrNothing(files, snapshotPath(directory, segment), SNAPSHOT_HEADER_SIZE);
    const position = decodePosition(header);
    if (position) return { segment, position };
  }
  return undefined;
}

/** Returns no bytes for a file that the disk cannot read. */
function readOrNothing(files: JournalFiles, path: string, maxBytes?: number): Buffer {
  return attempt(() => files.read(path, maxBytes)) ?? Buffer.alloc(0);
}

interface Tails {
  readonly files: JournalFiles;
  readonly directory: string;
  /** Position of the first record. */
  readonly start: JournalPosition;
  readonly onLoss: OnLoss;
}

/**
 * Everything readable, in order. A loss precedes output that does not continue the previous output: part of a tail is
 * damaged, or a disk failed for a while. Output without bytes only sets the next offset.
 */
function* recordsOf(
  tails: readonly number[],
  { files, directory, start, onLoss }: Tails,
): Generator<JournalRecord> {
  let position = start;
  let lines: number | undefined;
  for (const segment of tails) {
    const damaged = (damage: Damage) => {
      if (!damage.isCutOff) lines = (lines ?? 0) + damage.lines;
    };
    for (const record of decodeRecords(readOrNothing(files, tailPath(directory, segment)), damaged)) {
      const next = record.kind === "output" && record.bytes.length > 0 ? following(record, position) : record;
      if (record.kind === "output" && record.bytes.length > 0 && record.offset > position.offset) {
        onLoss({ from: position.offset, to: record.offset, lines });
        lines = undefined;
      }
      if (!next) continue;
      yield next;
      position = advance(position, next);
    }
  }
  if (lines !== undefined) onLoss({ from: position.offset, to: position.offset, lines });
}

/** Removes the part that was already received. */
function following(
  record: Extract<JournalRecord, { kind: "output" }>,
  { offset }: JournalPosition,
): JournalRecord | undefined {
  if (record.offset >= offset) return record;
  const bytes = record.bytes.subarray(offset - record.offset);
  return bytes.length > 0 ? { kind: "output", offset, bytes } : undefined;
}
