import { crc32 } from "node:zlib";
import type { JournalRecord } from "./journal-record.ts";

/**
 * The position of a journal at one moment: which process prints, how much of its output was received, and how many of
 * its queries were answered.
 */
export interface JournalPosition {
  /** Key of the holder that the offsets belong to. */
  readonly holderKey: bigint;
  /** Output before this offset is in the journal. */
  readonly offset: number;
  /** Listeners were notified of output before this offset. */
  readonly notifiedOffset: number;
  /** Queries answered since the holder started; the answers are numbered by this count. */
  readonly replies: number;
}

/** The position before any record. */
export const JOURNAL_START: JournalPosition = { holderKey: 0n, offset: 0, notifiedOffset: 0, replies: 0 };

export function advance(position: JournalPosition, record: JournalRecord): JournalPosition {
  if (record.kind === "output") return { ...position, offset: record.offset + record.bytes.length };
  if (record.kind === "notified")
    return { ...position, notifiedOffset: record.offset, replies: record.replies };
  if (record.kind === "holder") return { ...JOURNAL_START, holderKey: record.key };
  return position;
}

export interface Snapshot {
  readonly position: JournalPosition;
  /** Result of `Screen.encode`. */
  readonly screen: Uint8Array;
}

const MAGIC = Buffer.from("MLNS");
const FORMAT = 2;
/** The header ends with two checksums: of the screen, and of the header up to there. */
export const SNAPSHOT_HEADER_SIZE = 44;

export function encodeSnapshot({ position, screen }: Snapshot): Buffer {
  const bytes = Buffer.alloc(SNAPSHOT_HEADER_SIZE + screen.length);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(FORMAT, 4);
  bytes.writeBigUInt64LE(position.holderKey, 8);
  bytes.writeBigUInt64LE(BigInt(position.offset), 16);
  bytes.writeBigUInt64LE(BigInt(position.notifiedOffset), 24);
  bytes.writeUInt32LE(position.replies, 32);
  bytes.writeUInt32LE(crc32(screen), 36);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 40)), 40);
  bytes.set(screen, SNAPSHOT_HEADER_SIZE);
  return bytes;
}

/** Reads the header of a snapshot. Undefined for a foreign or damaged file: the caller then uses an older snapshot. */
export function decodePosition(bytes: Buffer): JournalPosition | undefined {
  if (bytes.length < SNAPSHOT_HEADER_SIZE || bytes.compare(MAGIC, 0, 4, 0, 4) !== 0) return undefined;
  if (bytes.readUInt32LE(4) !== FORMAT) return undefined;
  if (crc32(bytes.subarray(0, 40)) !== bytes.readUInt32LE(40)) return undefined;
  return {
    holderKey: bytes.readBigUInt64LE(8),
    offset: Number(bytes.readBigUInt64LE(16)),
    notifiedOffset: Number(bytes.readBigUInt64LE(24)),
    replies: bytes.readUInt32LE(32),
  };
}

/** Undefined if any part is damaged. */
export function decodeSnapshot(bytes: Buffer): Snapshot | undefined {
  const position = decodePosition(bytes);
  const screen = bytes.subarray(SNAPSHOT_HEADER_SIZE);
  return position && crc32(screen) === bytes.readUInt32LE(36) ? { position, screen } : undefined;
}
