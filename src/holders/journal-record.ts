import { crc32 } from "node:zlib";

/**
 * What happened to a pane's screen, one record after the other, exactly as far as is needed to make the same screen again:
 * the application's bytes with their place in its output, and everything else that touched the screen between them.
 *
 * On disk:  type (u8, the highest bit set)  length (u32, of the payload)  time (u64, ms since the epoch)  checksum (u32, of
 * all this and the payload)  payload, little endian.
 */
export type JournalRecord =
  /** Without bytes: for a process that was taken over, output before this offset is not in this journal. */
  | { readonly kind: "output"; readonly offset: number; readonly bytes: Uint8Array }
  /** Text written by Mullion, such as the message on a dead pane. */
  | { readonly kind: "local"; readonly bytes: Uint8Array }
  | { readonly kind: "resize"; readonly cols: number; readonly rows: number }
  | { readonly kind: "clear-history" }
  /** `resize-pane -T`. */
  | { readonly kind: "drop-below-cursor" }
  | { readonly kind: "reset" }
  | { readonly kind: "reinitialize" }
  | { readonly kind: "allow-alternate"; readonly allowed: boolean }
  | { readonly kind: "history-limit"; readonly lines: number }
  /** A title that did not come from the application. */
  | { readonly kind: "title"; readonly text: string }
  /** The application's unterminated string was abandoned. */
  | { readonly kind: "abandon-string" }
  /** Another process started in the pane: offsets count from 0 again. */
  | { readonly kind: "holder"; readonly key: bigint }
  /** Listeners were notified of the output before this offset; `replies` counts all queries answered so far. */
  | { readonly kind: "notified"; readonly offset: number; readonly replies: number };

const CHECKSUM_AT = 13;
const HEADER_SIZE = 17;
/** Set in every type, so that fewer bytes look like the start of a record. */
const RECORD = 0x80;

const TYPES = {
  output: 1,
  resize: 2,
  "clear-history": 3,
  reset: 4,
  reinitialize: 5,
  local: 6,
  holder: 7,
  notified: 8,
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
  notified: ({ offset, replies }) => [u64(BigInt(offset)), u32(replies)],
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
  [TYPES.notified, (p) => ({ kind: "notified", offset: count(p), replies: p.readUInt32LE(8) })],
]);

/** The parts in order, for one gathered write; the application's bytes are not copied. */
export function encodeRecord(record: JournalRecord, timeMs: number): Uint8Array[] {
  const encode = encoders[record.kind] as (record: JournalRecord) => Uint8Array[];
  const parts = encode(record);
  const header = Buffer.allocUnsafe(HEADER_SIZE);
  header[0] = RECORD | TYPES[record.kind];
  header.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, 0),
    1,
  );
  header.writeBigUInt64LE(BigInt(Math.round(timeMs)), 5);
  let sum = crc32(header.subarray(0, CHECKSUM_AT));
  for (const part of parts) sum = crc32(part, sum);
  header.writeUInt32LE(sum, CHECKSUM_AT);
  return [header, ...parts];
}

/** A record and the time it was written. */
export interface TimedRecord {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly record: JournalRecord;
}

/** Bytes of a tail that contain no readable record. */
export interface Damage {
  readonly bytes: number;
  /** Number of line ends in the damaged bytes. */
  readonly lines: number;
  /** An incomplete last record, left by a killed daemon: the holder still has its output. */
  readonly isCutOff: boolean;
}

export type OnDamage = (damage: Damage) => void;

export function* decodeRecords(bytes: Buffer, onDamage?: OnDamage): Generator<JournalRecord> {
  for (const { record } of decodeTimedRecords(bytes, onDamage)) yield record;
}

/** Yields complete records in order; reports damaged bytes in place and skips them. */
export function* decodeTimedRecords(bytes: Buffer, onDamage: OnDamage = () => {}): Generator<TimedRecord> {
  for (let at = 0; at < bytes.length; ) {
    const found = readRecord(bytes, at);
    if (found) {
      yield found.timed;
      at = found.end;
      continue;
    }
    const next = nextRecord(bytes, at + 1);
    onDamage(damageOf(bytes, at, next));
    at = next;
  }
}

interface Found {
  readonly timed: TimedRecord;
  readonly end: number;
}

function readRecord(bytes: Buffer, at: number): Found | undefined {
  const start = at + HEADER_SIZE;
  if (!mayBegin(bytes, at)) return undefined;
  const end = start + bytes.readUInt32LE(at + 1);
  if (end > bytes.length) return undefined;
  const payload = bytes.subarray(start, end);
  const sum = crc32(payload, crc32(bytes.subarray(at, at + CHECKSUM_AT)));
  if (sum !== bytes.readUInt32LE(at + CHECKSUM_AT)) return undefined;
  const timeMs = Number(bytes.readBigUInt64LE(at + 5));
  return { timed: { timeMs, record: decoders.get(bytes[at]! & ~RECORD)!(payload) }, end };
}

/**
 * Whether a record may begin here, judged by its kind and a time before the year 2100, so that few checksums are
 * computed.
 */
function mayBegin(bytes: Buffer, at: number): boolean {
  const type = bytes[at]!;
  return (
    at + HEADER_SIZE <= bytes.length &&
    type > RECORD &&
    decoders.has(type & ~RECORD) &&
    bytes[at + 10]! < 4 &&
    bytes[at + 11] === 0 &&
    bytes[at + 12] === 0
  );
}

function nextRecord(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (readRecord(bytes, at)) return at;
  return bytes.length;
}

function damageOf(bytes: Buffer, from: number, to: number): Damage {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a, from); at >= 0 && at < to; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return { bytes: to - from, lines, isCutOff: to === bytes.length && endsTooEarly(bytes, from) };
}

function endsTooEarly(bytes: Buffer, at: number): boolean {
  const left = bytes.length - at;
  const isKnown = decoders.has(bytes[at]! & ~RECORD);
  return isKnown && (left < HEADER_SIZE || left < HEADER_SIZE + bytes.readUInt32LE(at + 1));
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
