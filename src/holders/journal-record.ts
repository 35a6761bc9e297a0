/**
 * What happened to a pane's screen, one record after the other, exactly as far as is needed to make the same screen again:
 * the application's bytes with their place in its output, and everything else that touched the screen between them.
 *
 * On disk:  type (u8)  length (u32, of the payload)  time (u64, ms since the epoch)  payload, little endian.
 */
export type JournalRecord =
  /** Without bytes: of a process that was taken over, what it printed before this offset is not here. */
  | { readonly kind: "output"; readonly offset: number; readonly bytes: Uint8Array }
  /** Text written by ourselves, such as the message on a dead pane. */
  | { readonly kind: "local"; readonly bytes: Uint8Array }
  | { readonly kind: "resize"; readonly cols: number; readonly rows: number }
  | { readonly kind: "clear-history" }
  /** `resize-pane -T`. */
  | { readonly kind: "drop-below-cursor" }
  | { readonly kind: "reset" }
  | { readonly kind: "reinitialize" }
  | { readonly kind: "allow-alternate"; readonly allowed: boolean }
  | { readonly kind: "history-limit"; readonly lines: number }
  /** A title that the application did not give. */
  | { readonly kind: "title"; readonly text: string }
  /** A string that the application did not end was given up. */
  | { readonly kind: "abandon-string" }
  /** Another process took the pane over: offsets count from 0 again. */
  | { readonly kind: "holder"; readonly key: bigint }
  /** Listeners were told what the output before this offset asked for, and so many queries were answered in all. */
  | { readonly kind: "told"; readonly offset: number; readonly replies: number };

export const RECORD_HEADER_SIZE = 13;

const TYPES = {
  output: 1,
  resize: 2,
  "clear-history": 3,
  reset: 4,
  reinitialize: 5,
  local: 6,
  holder: 7,
  told: 8,
  "allow-alternate": 9,
  "history-limit": 10,
  title: 11,
  "abandon-string": 12,
  "drop-below-cursor": 13,
} as const satisfies Record<JournalRecord["kind"], number>;

type Encoders = {
  readonly [K in JournalRecord["kind"]]: (record: Extract<JournalRecord, { kind: K }>) => Uint8Array[];
};

const NOTHING: Uint8Array[] = [];

const encoders: Encoders = {
  output: ({ offset, bytes }) => [u64(BigInt(offset)), bytes],
  local: ({ bytes }) => [bytes],
  resize: ({ cols, rows }) => [u32(cols), u32(rows)],
  "clear-history": () => NOTHING,
  reset: () => NOTHING,
  reinitialize: () => NOTHING,
  "allow-alternate": ({ allowed }) => [u32(allowed ? 1 : 0)],
  "history-limit": ({ lines }) => [u32(lines)],
  "abandon-string": () => NOTHING,
  "drop-below-cursor": () => NOTHING,
  title: ({ text }) => [Buffer.from(text)],
  holder: ({ key }) => [u64(key)],
  told: ({ offset, replies }) => [u64(BigInt(offset)), u32(replies)],
};

const decoders = new Map<number, (payload: Buffer) => JournalRecord>([
  [TYPES.output, (p) => ({ kind: "output", offset: count(p), bytes: p.subarray(8) })],
  [TYPES.local, (p) => ({ kind: "local", bytes: p })],
  [TYPES.resize, (p) => ({ kind: "resize", cols: p.readUInt32LE(0), rows: p.readUInt32LE(4) })],
  [TYPES["clear-history"], () => ({ kind: "clear-history" })],
  [TYPES.reset, () => ({ kind: "reset" })],
  [TYPES.reinitialize, () => ({ kind: "reinitialize" })],
  [TYPES["allow-alternate"], (p) => ({ kind: "allow-alternate", allowed: p.readUInt32LE(0) === 1 })],
  [TYPES["history-limit"], (p) => ({ kind: "history-limit", lines: p.readUInt32LE(0) })],
  [TYPES["drop-below-cursor"], () => ({ kind: "drop-below-cursor" })],
  [TYPES["abandon-string"], () => ({ kind: "abandon-string" })],
  [TYPES.title, (p) => ({ kind: "title", text: p.toString() })],
  [TYPES.holder, (p) => ({ kind: "holder", key: p.readBigUInt64LE(0) })],
  [TYPES.told, (p) => ({ kind: "told", offset: count(p), replies: p.readUInt32LE(8) })],
]);

/** The parts in order, for one gathered write; the application's bytes are not copied. */
export function encodeRecord(record: JournalRecord, timeMs: number): Uint8Array[] {
  const encode = encoders[record.kind] as (record: JournalRecord) => Uint8Array[];
  const parts = encode(record);
  const header = Buffer.allocUnsafe(RECORD_HEADER_SIZE);
  header[0] = TYPES[record.kind];
  header.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, 0),
    1,
  );
  header.writeBigUInt64LE(BigInt(Math.round(timeMs)), 5);
  return [header, ...parts];
}

/** A record and when it was written. */
export interface TimedRecord {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly record: JournalRecord;
}

export function* decodeRecords(bytes: Buffer): Generator<JournalRecord> {
  for (const { record } of decodeTimedRecords(bytes)) yield record;
}

/** Whole records in order. It ends without a word at the first one that is cut off or unknown: nothing after it counts. */
export function* decodeTimedRecords(bytes: Buffer): Generator<TimedRecord> {
  let at = 0;
  while (at + RECORD_HEADER_SIZE <= bytes.length) {
    const start = at + RECORD_HEADER_SIZE;
    const end = start + bytes.readUInt32LE(at + 1);
    const decode = decoders.get(bytes[at]!);
    if (end > bytes.length || !decode) return;
    const timeMs = Number(bytes.readBigUInt64LE(at + 5));
    yield { timeMs, record: decode(bytes.subarray(start, end)) };
    at = end;
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function count(payload: Buffer): number {
  return Number(payload.readBigUInt64LE(0));
}
