import {
  appendFileSync,
  close,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "../../core/mux.ts";
import { crashPoint } from "../life/crash-point.ts";
import { type DamagedLine, decodeLines, encodeLine, type RecordEntry } from "./record-lines.ts";

/**
 * Records that outlive the daemon: a table of JSON values by key, stored as a log. Each append is one line with a
 * checksum, so it is present completely or not at all. Damaged lines are moved to a file of their own, and all others
 * are read; for a last line that is incomplete no caller was answered. When the log is much larger than its table, a
 * new log is written beside it and replaces it.
 *
 * Appends are synchronous: writing a few hundred bytes to the page cache takes less time than passing them to a thread,
 * and the caller's answer has to wait for the write anyway. If the disk refuses a write, the table stays in memory and
 * `trouble` says so; the store retries with a complete new log from time to time.
 */
export interface StoreChange {
  readonly key: string;
  /** Undefined removes the record. */
  readonly value: JsonValue | undefined;
}

export interface StoreTrouble {
  readonly sinceMs: number;
  readonly reason: string;
}

export interface StoreOptions {
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
  readonly onDamage?: (damaged: readonly DamagedLine[]) => void;
  /** The log could not be read at all; the sentence says where it was moved. */
  readonly onUnreadable?: (sentence: string) => void;
  readonly retryMs?: number;
}

const FILE = "records.jsonl";
/** File with the damaged lines, byte for byte. */
export const DAMAGED_FILE = "records.damaged";
const MAX_DAMAGED_BYTES = 4 * 1024 * 1024;
/** A log of this size is read in some 15 ms. */
const MIN_COMPACT_BYTES = 2 * 1024 * 1024;
const RETRY_MS = 5_000;

export class Store {
  readonly #directory: string;
  readonly #options: StoreOptions;
  readonly #table = new Map<string, JsonValue>();
  #fd: number | undefined;
  #logBytes = 0;
  /** Size of the log right after its last compaction. */
  #compactBytes = 0;
  #trouble: StoreTrouble | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(directory: string, options: StoreOptions = {}) {
    this.#directory = directory;
    this.#options = options;
    try {
      rmSync(join(directory, `${FILE}.part`), { recursive: true, force: true });
      const { table, damaged } = readLog(directory);
      for (const [key, value] of table) this.#table.set(key, value);
      this.#keepDamaged(damaged);
    } catch (error) {
      // An unreadable log must not prevent the start: running panes are adopted from their holders.
      this.#setLogAside(error);
    }
    this.#writeAnew();
  }

  get trouble(): StoreTrouble | undefined {
    return this.#trouble;
  }

  get(key: string): JsonValue | undefined {
    return this.#table.get(key);
  }

  /** The records whose keys begin with `prefix`, each with the rest of its key. */
  *under(prefix: string): Generator<readonly [rest: string, value: JsonValue]> {
    for (const [key, value] of this.#table)
      if (key.startsWith(prefix)) yield [key.slice(prefix.length), value];
  }

  /** Atomic: after a crash either all of the changes are on record or none. */
  append(changes: readonly StoreChange[]): void {
    if (changes.length === 0) return;
    for (const { key, value } of changes) {
      if (value === undefined) this.#table.delete(key);
      else this.#table.set(key, value);
    }
    if (this.#fd === undefined) return;
    const line = encodeLine(changes.map(({ key, value }) => (value === undefined ? [key] : [key, value])));
    crashPoint("before-append");
    try {
      writeWhole(this.#fd, line);
    } catch (error) {
      this.#troubled(error);
      return;
    }
    crashPoint("after-append");
    this.#logBytes += line.length;
    if (this.#logBytes > Math.max(MIN_COMPACT_BYTES, 4 * this.#compactBytes)) this.#writeAnew();
  }

  /** Writes the log again if its file was removed. Returns whether it was. */
  renew(): boolean {
    if (this.#fd === undefined || existsSync(join(this.#directory, FILE))) return false;
    this.#writeAnew();
    return true;
  }

  /** Moves unusable records to the file of damaged lines. */
  setAside(entries: readonly RecordEntry[]): void {
    if (entries.length > 0) this.#appendDamaged(encodeLine(entries));
  }

  close(): void {
    clearTimeout(this.#retry);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #keepDamaged(damaged: readonly DamagedLine[]): void {
    if (damaged.length === 0) return;
    this.#appendDamaged(Buffer.concat(damaged.flatMap(({ bytes }) => [bytes, Buffer.from("\n")])));
    this.#options.onDamage?.(damaged);
  }

  /** Moves the complete file in the log's place out of the way. */
  #setLogAside(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const unreadable = isDirectory(this.#directory) ? join(this.#directory, FILE) : this.#directory;
    const aside = `${unreadable}.unreadable-${Date.now()}`;
    try {
      renameSync(unreadable, aside);
      this.#options.onUnreadable?.(`${unreadable} could not be read (${reason}) and is kept as ${aside}`);
    } catch {
      this.#options.onUnreadable?.(`${unreadable} could not be read (${reason})`);
    }
  }

  #appendDamaged(bytes: Buffer): void {
    const path = join(this.#directory, DAMAGED_FILE);
    try {
      const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (size + bytes.length <= MAX_DAMAGED_BYTES) appendFileSync(path, bytes, { mode: 0o600 });
    } catch {
      // A full disk has no room for a copy of the damaged lines; the listener is notified in any case.
    }
  }

  #writeAnew(): void {
    const aside = join(this.#directory, `${FILE}.part`);
    const lines = Buffer.concat([...this.#table].map((entry) => encodeLine([entry])));
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      writeFileSync(aside, lines, { mode: 0o600 });
      renameSync(aside, join(this.#directory, FILE));
      // Asynchronous, because closing the last descriptor frees the old log, and freeing a large file takes the system
      // a while.
      if (this.#fd !== undefined) close(this.#fd);
      this.#fd = openSync(join(this.#directory, FILE), "a", 0o600);
    } catch (error) {
      rmSync(aside, { force: true });
      this.#troubled(error);
      return;
    }
    this.#logBytes = this.#compactBytes = lines.length;
    if (!this.#trouble) return;
    this.#trouble = undefined;
    this.#options.onTrouble?.(undefined);
  }

  #troubled(error: unknown): void {
    // The line may have been written in part, so nothing may be appended after it.
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
    if (!this.#trouble) {
      this.#trouble = { sinceMs: Date.now(), reason: error instanceof Error ? error.message : String(error) };
      this.#options.onTrouble?.(this.#trouble);
    }
    this.#retry = setTimeout(() => this.#writeAnew(), this.#options.retryMs ?? RETRY_MS);
    this.#retry.unref();
  }
}

/** Reads a log without changing it; another process may go on writing to it. */
export function readRecords(directory: string): Map<string, JsonValue> {
  return readLog(directory).table;
}

function readLog(directory: string): {
  readonly table: Map<string, JsonValue>;
  readonly damaged: readonly DamagedLine[];
} {
  const table = new Map<string, JsonValue>();
  let log: Buffer;
  try {
    log = readFileSync(join(directory, FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { table, damaged: [] };
    throw error;
  }
  const { entries, damaged } = decodeLines(log);
  for (const [key, value] of entries) {
    if (value === undefined) table.delete(key);
    else table.set(key, value);
  }
  return { table, damaged };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
