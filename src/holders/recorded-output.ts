import type { JournalFiles } from "./journal-files.ts";
import { decodeTimedRecords, type TimedRecord } from "./journal-record.ts";
import { listSegments, tailPath } from "./segments.ts";

/** A piece of a process's output and its offset. */
export interface OutputStretch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

interface RecordedOptions {
  readonly files: JournalFiles;
  readonly directory: string;
  /** Offset of the first wanted byte. */
  readonly from: number;
}

/**
 * Everything that a pane's journal still has, in order and with times, with one tail in memory at a time. It starts
 * later than the pane did if the quota has removed older tails, and omits a tail that is removed meanwhile.
 */
export function* recording(files: JournalFiles, directory: string): Generator<TimedRecord> {
  for (const segment of listSegments(files, directory)?.tails ?? [])
    yield* recordsOf(files, tailPath(directory, segment));
}

/**
 * Output of the pane's current process from an offset on, read from its journal's tails: in order, and starting later
 * than requested if the quota has removed older tails. Excludes output of earlier processes.
 */
export function* recordedOutput({ files, directory, from }: RecordedOptions): Generator<OutputStretch> {
  const tails = listSegments(files, directory)?.tails ?? [];
  const read = (segment: number) => recordsOf(files, tailPath(directory, segment));
  const start = presentProcess(tails, read);
  for (const segment of tails.slice(start.tail)) {
    let index = 0;
    for (const { record } of read(segment)) {
      const earlier = segment === tails[start.tail] && index++ < start.record;
      if (!earlier && record.kind === "output") yield* fromOffset(record, from);
    }
  }
}

/** Yields nothing for a tail that the quota has removed meanwhile. */
function recordsOf(files: JournalFiles, path: string): Iterable<TimedRecord> {
  try {
    return decodeTimedRecords(files.read(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** The records after the last one that names a new process. */
function presentProcess(
  tails: readonly number[],
  read: (segment: number) => Iterable<TimedRecord>,
): { readonly tail: number; readonly record: number } {
  for (let tail = tails.length - 1; tail >= 0; tail--) {
    let found: number | undefined;
    let index = 0;
    for (const { record } of read(tails[tail]!)) {
      index += 1;
      if (record.kind === "holder") found = index;
    }
    if (found !== undefined) return { tail, record: found };
  }
  return { tail: 0, record: 0 };
}

function* fromOffset({ offset, bytes }: OutputStretch, from: number): Generator<OutputStretch> {
  if (offset >= from) yield { offset, bytes };
  else if (offset + bytes.length > from) yield { offset: from, bytes: bytes.subarray(from - offset) };
}
