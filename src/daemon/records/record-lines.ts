import { crc32 } from "node:zlib";
import { attempt } from "../../core/attempt.ts";

/**
 * Lines of the log of records. Each holds the changes of one append, as JSON, and ends with a checksum of everything
 * before it in the line:
 *
 *   [["key",value],["gone"],["~89abcdef"]]
 *
 * A version without checksums reads the checksum as the removal of a record that never existed, so earlier installs can
 * read these lines. No key begins with "~". A log without any checksum comes from an earlier install and is read as it
 * is.
 */
export type RecordEntry = readonly [key: string, value?: unknown];

export interface DamagedLine {
  /** Line number, counted from 1. */
  readonly line: number;
  readonly bytes: Buffer;
  /** The line is the last of the log and incomplete: its write was cut off, so no caller was answered for it. */
  readonly isCutOff: boolean;
}

const NEWLINE = 0x0a;
const SUM = /^,\["~([0-9a-f]{8})"\]\]$/;
const SUM_SIZE = ',["~89abcdef"]]'.length;
const EACH_SUM = /,\["~[0-9a-f]{8}"\]\]/g;
/** Matches a checksum with one byte changed, missing or inserted. */
const LIKELY_SUM = /"[^"]?~|~[0-9a-f]{7}|"~?[0-9a-f]{7,9}"\]\]?.?$/;

export function encodeLine(entries: readonly RecordEntry[]): string {
  const content = JSON.stringify(entries).slice(0, -1);
  return `${content},["~${sumOf(content)}"]]\n`;
}

/** Never throws: damaged lines are returned apart, and all others are read. */
export function decodeLines(log: Buffer) {
  const lines = linesOf(log);
  const hasSums = lines.some(({ bytes }) =>
    LIKELY_SUM.test(bytes.subarray(-SUM_SIZE - 4).toString("latin1")),
  );
  const entries: RecordEntry[] = [];
  const damaged: DamagedLine[] = [];
  lines.forEach(({ bytes, isCutOff }, index) => {
    const read = hasSums ? decodeSummed(bytes) : isCutOff ? undefined : decodePlain(bytes.toString("utf8"));
    if (read) entries.push(...read);
    else {
      entries.push(...salvage(bytes));
      damaged.push({ line: index + 1, bytes, isCutOff });
    }
  });
  return { entries, damaged };
}

function linesOf(log: Buffer): { readonly bytes: Buffer; readonly isCutOff: boolean }[] {
  const lines = [];
  for (let start = 0; start < log.length; ) {
    const at = log.indexOf(NEWLINE, start);
    const end = at < 0 ? log.length : at;
    lines.push({ bytes: log.subarray(start, end), isCutOff: at < 0 });
    start = end + 1;
  }
  return lines;
}

function decodeSummed(line: Buffer): RecordEntry[] | undefined {
  const end = Math.max(0, line.length - SUM_SIZE);
  const sum = SUM.exec(line.toString("latin1", end))?.[1];
  if (sum === undefined || sum !== sumOf(line.subarray(0, end))) return undefined;
  return decodePlain(`${line.toString("utf8", 0, end)}]`);
}

function decodePlain(line: string): RecordEntry[] | undefined {
  return attempt(() => {
    const entries = JSON.parse(line) as RecordEntry[];
    return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  });
}

function isEntry(entry: unknown): boolean {
  return Array.isArray(entry) && typeof entry[0] === "string";
}

/** Finds complete lines within a damaged one: if a line's end is damaged, two lines look like one. */
function salvage(line: Buffer): RecordEntry[] {
  const found: RecordEntry[] = [];
  let start = 0;
  for (const { index } of line.toString("latin1").matchAll(EACH_SUM)) {
    const end = index + SUM_SIZE;
    // Up to two damaged bytes may precede the line.
    for (let at = start; at < Math.min(start + 3, end); at++) {
      const read = decodeSummed(line.subarray(at, end));
      if (!read) continue;
      found.push(...read);
      break;
    }
    start = end;
  }
  return found;
}

function sumOf(content: Buffer | string): string {
  return crc32(content).toString(16).padStart(8, "0");
}
