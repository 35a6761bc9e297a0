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
import { crashPoint } from "../life/crash-point.ts";
import { isDirectory } from "../paths.ts";
import type { KindName, RecordTypes, StoreChange } from "./kinds.ts";
import { type DamagedLine, decodeLines, encodeLine, type RecordEntry } from "./record-lines.ts";
import { type Misfit, Tables } from "./tables.ts";

/**
 * Records that outlive the daemon: JSON values by kind and name (`kinds.ts`), stored as a log. Each append is one line
 * with a checksum, so it is present completely or not at all. Damaged lines, and records that do not fit their kind, are
 * moved to a file of their own, and all others are read; for a last line that is incomplete no caller was answered. When
 * the log is much larger than its records, a new log is written beside it and replaces it.
 *
 * Appends are synchronous: writing a few hundred bytes to the page cache takes less time than passing them to a thread,
 * and the caller's answer has to wait for the write anyway. If the disk refuses a write, the table stays in memory and
 * `trouble` says so; the store retries with a complete new log from time to time.
 */
export interface StoreTrouble {
  readonly sinceMs: number;
  readonly reason: string;
}

export interface StoreOptions {
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
  readonly onDamage?: (damaged: readonly DamagedLine[]) => void;
  readonly onMisfits?: (misfits: readonly Misfit[]) => void;
  /** The log could not be read at all; the sentence says where it was moved. */
  readonly onUnreadable?: (sentence: string) => void;
  readonly retryMs?: number;
}

export const RECORDS_FILE = "records.jsonl";
/** File with the damaged lines, byte for byte. */
export const DAMAGED_FILE = "records.damaged";
const MAX_DAMAGED_BYTES = 4 * 1024 * 1024;
/** A log of this size is read in some 15 ms. */
const MIN_COMPACT_BYTES = 2 * 1024 * 1024;
const RETRY_MS = 5_000;

export class Store {
  readonly #directory: string;
  readonly #options: StoreOptions;
  readonly #tables = new Tables();
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
      rmSync(join(directory, `${RECORDS_FILE}.part`), { recursive: true, force: true });
      const { log, damaged } = readLog(directory);
      this.#keepDamaged(damaged);
      this.#keepMisfits(this.#tables.read(log));
    } catch (error) {
      // An unreadable log must not prevent the start: running panes are adopted from their holders.
      this.#setLogAside(error);
    }
    this.#writeAnew();
  }

  get trouble(): StoreTrouble | undefined {
    return this.#trouble;
  }

  get<K extends KindName>(kind: K, name: string, server?: string): RecordTypes[K] | undefined {
    return this.#tables.get(kind, name, server);
  }

  /** The records of a kind, by name; of a kind that belongs to servers, those of one server. */
  under<K extends KindName>(
    kind: K,
    server?: string,
  ): Generator<readonly [name: string, record: RecordTypes[K]]> {
    return this.#tables.under(kind, server);
  }

  /** Atomic: after a crash either all of the changes are on record or none. */
  append(changes: readonly StoreChange[]): void {
    if (changes.length === 0) return;
    for (const change of changes) this.#tables.apply(change);
    if (this.#fd === undefined) return;
    const line = Buffer.from(
      encodeLine(changes.map(({ key, value }) => (value === undefined ? [key] : [key, value]))),
    );
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
    if (this.#fd === undefined || existsSync(join(this.#directory, RECORDS_FILE))) return false;
    this.#writeAnew();
    return true;
  }

  /** Copies unusable records to the file of damaged lines. */
  setAside(entries: readonly RecordEntry[]): void {
    if (entries.length > 0) this.#appendDamaged(Buffer.from(encodeLine(entries)));
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

  #keepMisfits(misfits: readonly Misfit[]): void {
    if (misfits.length === 0) return;
    this.setAside(misfits.map(({ key, value }) => [key, value]));
    this.#options.onMisfits?.(misfits);
  }

  /** Moves the complete file in the log's place out of the way. */
  #setLogAside(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const unreadable = isDirectory(this.#directory) ? join(this.#directory, RECORDS_FILE) : this.#directory;
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
    const aside = join(this.#directory, `${RECORDS_FILE}.part`);
    const lines = Buffer.from(Array.from(this.#tables.entries(), (entry) => encodeLine([entry])).join(""));
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      writeFileSync(aside, lines, { mode: 0o600 });
      renameSync(aside, join(this.#directory, RECORDS_FILE));
      // Asynchronous, because closing the last descriptor frees the old log, and freeing a large file takes the system
      // a while.
      if (this.#fd !== undefined) close(this.#fd);
      this.#fd = openSync(join(this.#directory, RECORDS_FILE), "a", 0o600);
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
export function readRecords(directory: string) {
  const tables = new Tables();
  return { tables, misfits: tables.read(readLog(directory).log) };
}

function readLog(directory: string) {
  const log = new Map<string, unknown>();
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(directory, RECORDS_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { log, damaged: [] };
    throw error;
  }
  const { entries, damaged } = decodeLines(bytes);
  for (const [key, value] of entries) {
    if (value === undefined) log.delete(key);
    else log.set(key, value);
  }
  return { log, damaged };
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
