import type { JournalRecord } from "./journal-record.ts";

/** Where a journal stands at one moment: which process speaks, how far it was heard, how much of it was answered. */
export interface JournalPosition {
  /** Key of the holder that the offsets belong to. */
  readonly holderKey: bigint;
  /** Output before this offset is in the journal. */
  readonly offset: number;
  /** Listeners were told about output before this offset. */
  readonly toldOffset: number;
  /** Queries answered since the holder started; they number the answers. */
  readonly replies: number;
}

/** Before anything was written. */
export const JOURNAL_START: JournalPosition = { holderKey: 0n, offset: 0, toldOffset: 0, replies: 0 };

export function advance(position: JournalPosition, record: JournalRecord): JournalPosition {
  if (record.kind === "output") return { ...position, offset: record.offset + record.bytes.length };
  if (record.kind === "told") return { ...position, toldOffset: record.offset, replies: record.replies };
  if (record.kind === "holder") return { ...JOURNAL_START, holderKey: record.key };
  return position;
}

export interface Snapshot {
  readonly position: JournalPosition;
  /** What `Screen.encode` said. */
  readonly screen: Uint8Array;
}

const MAGIC = Buffer.from("MLNS");
const FORMAT = 1;
export const SNAPSHOT_HEADER_SIZE = 36;

export function encodeSnapshot({ position, screen }: Snapshot): Buffer {
  const bytes = Buffer.alloc(SNAPSHOT_HEADER_SIZE + screen.length);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(FORMAT, 4);
  bytes.writeBigUInt64LE(position.holderKey, 8);
  bytes.writeBigUInt64LE(BigInt(position.offset), 16);
  bytes.writeBigUInt64LE(BigInt(position.toldOffset), 24);
  bytes.writeUInt32LE(position.replies, 32);
  bytes.set(screen, SNAPSHOT_HEADER_SIZE);
  return bytes;
}

/** Undefined for what is no snapshot of ours: an older one is used then. */
export function decodeSnapshot(bytes: Buffer): Snapshot | undefined {
  if (bytes.length < SNAPSHOT_HEADER_SIZE || bytes.compare(MAGIC, 0, 4, 0, 4) !== 0) return undefined;
  if (bytes.readUInt32LE(4) !== FORMAT) return undefined;
  return {
    position: {
      holderKey: bytes.readBigUInt64LE(8),
      offset: Number(bytes.readBigUInt64LE(16)),
      toldOffset: Number(bytes.readBigUInt64LE(24)),
      replies: bytes.readUInt32LE(32),
    },
    screen: bytes.subarray(SNAPSHOT_HEADER_SIZE),
  };
}
