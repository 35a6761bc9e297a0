import { ByteReader, ByteWriter } from "./bytes.ts";
import {
  ASCII,
  type LineTables,
  packLine,
  plainLineBytes,
  unpackCharacters,
  unpackLine,
  WRAPPED,
} from "./packed-line.ts";
import type { Row } from "./row.ts";

/**
 * The lines that have left the screen, oldest first, packed one after another into large chunks. Appending copies one
 * line's bytes; dropping the oldest lines moves a counter and releases complete chunks; any line can be read. Lines
 * that do not exist take no memory, whatever the limit.
 */
const FIRST_CHUNK_BYTES = 1024;
const CHUNK_BYTES = 64 * 1024;

interface Chunk {
  writer: ByteWriter;
  /** Start of each line in the writer's bytes. */
  starts: Uint32Array;
  count: number;
  /** Number of dropped lines at the front. */
  dropped: number;
  /** Number of the chunk's first line since the log began; `dropped` does not change it. */
  readonly serial: number;
  /** A clone holds the same bytes: the history that changes them copies them first. */
  shared: boolean;
}

export class History {
  private chunks: Chunk[] = [];
  private nextSerial = 0;
  /** Incremented when a line changes or its number is reused. */
  private epoch = 0;
  size = 0;

  private readonly tables: LineTables;

  constructor(tables: LineTables) {
    this.tables = tables;
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.writer.bytes.length + chunk.starts.byteLength, 0);
  }

  push(row: Row): void {
    const chunk = this.begin(plainLineBytes(row.used));
    packLine(chunk.writer, row, this.tables);
  }

  /** Appends a line of another log unchanged. */
  pushFrom(other: History, line: number): void {
    const { bytes, at, end } = other.reader(line);
    this.pushPacked(bytes.subarray(at, end));
  }

  /** Appends a line that is already packed. */
  pushPacked(packed: Uint8Array): void {
    this.begin(packed.length).writer.block(packed);
  }

  /**
   * The same lines, read through other tables. Cheap: chunks are copied only when the original or the clone changes
   * them.
   */
  clone(tables: LineTables): History {
    const copy = new History(tables);
    for (const chunk of this.chunks) chunk.shared = true;
    copy.chunks = this.chunks.map((chunk) => ({ ...chunk }));
    copy.nextSerial = this.nextSerial;
    copy.size = this.size;
    return copy;
  }

  /** Removes the newest line and reads it into `row`. */
  pop(row: Row): void {
    const chunk = owned(this.chunks.at(-1)!);
    this.read(this.size - 1, row);
    chunk.count--;
    chunk.writer.length = chunk.starts[chunk.count]!;
    this.nextSerial--;
    this.epoch++;
    this.size--;
    if (chunk.count === chunk.dropped) this.chunks.pop();
  }

  read(line: number, row: Row): void {
    unpackLine(this.reader(line), row, this.tables);
  }

  /** Reads a line without its styles, which is much faster. */
  readText(line: number, row: Row): void {
    unpackCharacters(this.reader(line), row, this.tables);
  }

  wrapped(line: number): boolean {
    return (this.flags(line) & WRAPPED) !== 0;
  }

  ascii(line: number): boolean {
    return (this.flags(line) & ASCII) !== 0;
  }

  used(line: number): number {
    const reader = this.reader(line);
    reader.u8();
    return reader.varint(Number.MAX_SAFE_INTEGER);
  }

  /** A negative number that identifies this line's content: no other line of this log ever has it. */
  revision(line: number): number {
    return -1 - this.firstSerial() - line - this.epoch * 0x100000000;
  }

  /** The newest line no longer continues in the line after it. */
  unwrapLast(): void {
    const chunk = this.chunks.at(-1);
    if (chunk === undefined) return;
    owned(chunk);
    this.epoch++;
    chunk.writer.bytes[chunk.starts[chunk.count - 1]!]! &= ~WRAPPED;
  }

  dropOldest(count: number): void {
    let left = count;
    this.size -= count;
    while (left > 0) {
      const chunk = this.chunks[0]!;
      const here = Math.min(left, chunk.count - chunk.dropped);
      chunk.dropped += here;
      left -= here;
      if (chunk.dropped === chunk.count) this.chunks.shift();
    }
  }

  clear(): void {
    this.chunks = [];
    this.size = 0;
  }

  /** The bytes of all lines, oldest first, in contiguous runs. */
  *packedRuns(): Generator<{ bytes: Uint8Array; lengths: number[] }> {
    for (const chunk of this.chunks) {
      const lengths: number[] = [];
      for (let i = chunk.dropped; i < chunk.count; i++) lengths.push(endOf(chunk, i) - chunk.starts[i]!);
      yield {
        bytes: chunk.writer.bytes.subarray(chunk.starts[chunk.dropped]!, chunk.writer.length),
        lengths,
      };
    }
  }

  private reader(line: number): ByteReader {
    const chunk = this.chunkOf(line);
    const index = line - this.lineOf(chunk);
    return new ByteReader(chunk.writer.bytes, chunk.starts[index]!, endOf(chunk, index));
  }

  private firstSerial(): number {
    return this.nextSerial - this.size;
  }

  private flags(line: number): number {
    const chunk = this.chunkOf(line);
    return chunk.writer.bytes[chunk.starts[line - this.lineOf(chunk)]!]!;
  }

  /** Current number of a chunk's line 0, dropped or not. */
  private lineOf(chunk: Chunk): number {
    return chunk.serial - this.firstSerial();
  }

  private chunkOf(line: number): Chunk {
    const serial = this.firstSerial() + line;
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.chunks[middle]!.serial <= serial) low = middle;
      else high = middle - 1;
    }
    return this.chunks[low]!;
  }

  /** The chunk for one more line of about `bytes` bytes, with the line already counted. */
  private begin(bytes: number): Chunk {
    let chunk = this.chunks.at(-1);
    if (chunk === undefined || chunk.writer.length + bytes > CHUNK_BYTES) {
      chunk = newChunk(this.chunks.length === 0 ? FIRST_CHUNK_BYTES : CHUNK_BYTES, this.nextSerial);
      this.chunks.push(chunk);
    }
    owned(chunk);
    if (chunk.count === chunk.starts.length) {
      const starts = new Uint32Array(chunk.starts.length * 2);
      starts.set(chunk.starts);
      chunk.starts = starts;
    }
    chunk.starts[chunk.count++] = chunk.writer.length;
    this.nextSerial++;
    this.size++;
    return chunk;
  }
}

function newChunk(capacity: number, serial: number): Chunk {
  return {
    writer: new ByteWriter(capacity),
    starts: new Uint32Array(16),
    count: 0,
    dropped: 0,
    serial,
    shared: false,
  };
}

/** Returns the chunk itself, after copying its bytes if a clone shares them. */
function owned(chunk: Chunk): Chunk {
  if (!chunk.shared) return chunk;
  const writer = new ByteWriter(chunk.writer.bytes.length);
  writer.block(chunk.writer.bytes.subarray(0, chunk.writer.length));
  chunk.writer = writer;
  chunk.starts = chunk.starts.slice();
  chunk.shared = false;
  return chunk;
}

function endOf(chunk: Chunk, index: number): number {
  return index + 1 < chunk.count ? chunk.starts[index + 1]! : chunk.writer.length;
}
