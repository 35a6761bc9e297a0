import type { JournalFiles } from "./journal-files.ts";
import { decodeTimedRecords, type TimedRecord } from "./journal-record.ts";
import { listSegments, tailPath } from "./segments.ts";

/**
 * Everything that a pane's journal still has, in order and with times, with one tail in memory at a time. It starts
 * later than the pane did if the quota has removed older tails, and omits a tail that is removed meanwhile.
 */
export function* recording(files: JournalFiles, directory: string): Generator<TimedRecord> {
  for (const segment of listSegments(files, directory)?.tails ?? []) {
    yield* decodeTimedRecords(readTail(files, tailPath(directory, segment)));
  }
}

function readTail(files: JournalFiles, path: string): Buffer {
  try {
    return files.read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
