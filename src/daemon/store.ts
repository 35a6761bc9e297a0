import {
  close,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "../core/mux.ts";
import { crashPoint } from "./crash-point.ts";

/**
 * Records that outlive the daemon: a table of JSON values by key, kept as a log. Each append is one line, so it is there
 * whole or not at all; a last line without its end was never answered to anybody and is ignored. When the log has
 * outgrown what it says, it is written anew aside and put in its place.
 *
 * Appending is synchronous: a few hundred bytes into the page cache take less time than handing them to a thread, and
 * whoever waits for the answer waits for exactly this. When the disk refuses, the table goes on in memory and says so
 * (`trouble`); a whole new log is tried now and then.
 */
export interface StoreChange {
  readonly key: string;
  /** Undefined: the record is gone. */
  readonly value: JsonValue | undefined;
}

export interface StoreTrouble {
  readonly sinceMs: number;
  readonly reason: string;
}

export interface StoreOptions {
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
  readonly retryMs?: number;
}

const FILE = "records.jsonl";
/** Read back in some 15 ms. */
const MIN_COMPACT_BYTES = 2 * 1024 * 1024;
const RETRY_MS = 5_000;

export class Store {
  readonly #directory: string;
  readonly #options: StoreOptions;
  readonly #table = new Map<string, JsonValue>();
  #fd: number | undefined;
  #logBytes = 0;
  /** Size of the log right after it was last written anew. */
  #compactBytes = 0;
  #trouble: StoreTrouble | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(directory: string, options: StoreOptions = {}) {
    this.#directory = directory;
    this.#options = options;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    rmSync(join(directory, `${FILE}.part`), { force: true });
    for (const [key, value] of readRecords(directory)) this.#table.set(key, value);
    this.#writeAnew();
  }

  get trouble(): StoreTrouble | undefined {
    return this.#trouble;
  }

  get(key: string): JsonValue | undefined {
    return this.#table.get(key);
  }

  /** Records whose key begins so, the rest of the key with each. */
  *under(prefix: string): Generator<readonly [rest: string, value: JsonValue]> {
    for (const [key, value] of this.#table)
      if (key.startsWith(prefix)) yield [key.slice(prefix.length), value];
  }

  /** All of them or none are there after a crash. */
  append(changes: readonly StoreChange[]): void {
    if (changes.length === 0) return;
    for (const { key, value } of changes) {
      if (value === undefined) this.#table.delete(key);
      else this.#table.set(key, value);
    }
    if (this.#fd === undefined) return;
    const line = Buffer.from(
      `${JSON.stringify(changes.map(({ key, value }) => (value === undefined ? [key] : [key, value])))}\n`,
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

  /** Writes the records again where their file was removed. True: it was. */
  renew(): boolean {
    if (this.#fd === undefined || existsSync(join(this.#directory, FILE))) return false;
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    this.#writeAnew();
    return true;
  }

  close(): void {
    clearTimeout(this.#retry);
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #writeAnew(): void {
    const aside = join(this.#directory, `${FILE}.part`);
    const lines = [...this.#table].map((entry) => `${JSON.stringify([entry])}\n`).join("");
    try {
      writeFileSync(aside, lines, { mode: 0o600 });
      renameSync(aside, join(this.#directory, FILE));
      // Not waited for: with its last descriptor the old log goes, and freeing a large file takes the system a while.
      if (this.#fd !== undefined) close(this.#fd);
      this.#fd = openSync(join(this.#directory, FILE), "a", 0o600);
    } catch (error) {
      rmSync(aside, { force: true });
      this.#troubled(error);
      return;
    }
    this.#logBytes = this.#compactBytes = Buffer.byteLength(lines);
    if (!this.#trouble) return;
    this.#trouble = undefined;
    this.#options.onTrouble?.(undefined);
  }

  #troubled(error: unknown): void {
    // The line may be there in part: nothing may follow it.
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

/** What a log says; nothing is changed, and whoever writes to it may go on. */
export function readRecords(directory: string): Map<string, JsonValue> {
  const table = new Map<string, JsonValue>();
  let text: string;
  try {
    text = readFileSync(join(directory, FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return table;
    throw error;
  }
  const lines = text.split("\n");
  lines.pop(); // Empty, or a line without its end.
  for (const line of lines) {
    for (const [key, value] of JSON.parse(line) as [string, JsonValue?][]) {
      if (value === undefined) table.delete(key);
      else table.set(key, value);
    }
  }
  return table;
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
