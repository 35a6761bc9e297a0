import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { MuxError } from "../../core/errors.ts";
import type { CastPosition } from "./asciicast.ts";
import type { CastLine } from "./cast-of-pane.ts";
import { errnoText } from "./read-cast.ts";

interface Writing {
  readonly path: string;
  readonly overwrite: boolean;
  /** Follows the sentence that the file exists. */
  readonly hint?: string;
  readonly lines: AsyncIterable<CastLine>;
  /** The file that a previous daemon began: the lines continue it. */
  readonly begun?: BegunFile | undefined;
  /** A previous daemon died in this call: an empty file is what it may have left. */
  readonly isRepeated?: boolean;
}

/** A recording in a file, up to its last complete write. */
export interface BegunFile {
  /** Which file it is, whatever has its name by now. */
  readonly dev: number;
  readonly ino: number;
  readonly bytes: number;
  readonly events: number;
}

export interface WrittenSoFar {
  readonly file: BegunFile;
  /** Where the recording continues; undefined if no event is in the file. */
  readonly at: CastPosition | undefined;
  /** The recording is complete: nothing continues it. */
  readonly isComplete: boolean;
}

/** Bytes collected before each write, and the longest time that they wait for more. */
const GATHER_BYTES = 64 * 1024;
const GATHER_MS = 1_000;

/**
 * Writes a recording to a file. Yields what has been written when the file is open, from time to time, and at the end. A
 * daemon that continues the file cuts off what was written after the last of these.
 */
export async function* writeCast({
  path,
  overwrite,
  hint,
  lines,
  begun,
  isRepeated = false,
}: Writing): AsyncGenerator<WrittenSoFar> {
  const left = begun ?? (isRepeated ? await emptyFile(path) : undefined);
  const file = left ? await reopen(path, left) : await create(path, overwrite, hint);
  try {
    const { dev, ino } = await file.stat();
    let written: BegunFile = { events: 0, bytes: 0, ...begun, dev, ino };
    yield { file: written, at: undefined, isComplete: false };
    for await (const { text, events, end: at } of gathered(lines)) {
      await file.appendFile(text); // Unlike write, it fails if a disk takes only a part.
      const bytes = written.bytes + Buffer.byteLength(text);
      written = { ...written, events: written.events + events, bytes };
      yield { file: written, at, isComplete: at === undefined };
    }
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await file.close();
  }
}

interface Gathered extends CastLine {
  readonly events: number;
}

const NOTHING: Gathered = { text: "", events: 0 };

/** Joins lines, so that each write is worth its cost. A header counts as no event. */
async function* gathered(lines: AsyncIterable<CastLine>): AsyncGenerator<Gathered> {
  const source = lines[Symbol.asyncIterator]();
  let batch = NOTHING;
  let due: Promise<undefined> | undefined;
  let next = source.next();
  try {
    for (;;) {
      const arrived = due ? await Promise.race([next, due]) : await next;
      if (arrived?.done) break;
      if (arrived) {
        batch = joined(batch, arrived.value);
        next = source.next();
        if (batch.text === "") continue;
        due ??= pause(GATHER_MS, undefined, { ref: false });
        if (batch.text.length < GATHER_BYTES) continue;
      }
      yield batch;
      batch = NOTHING;
      due = undefined;
    }
  } finally {
    // Not awaited: the source may wait for a pane that prints nothing.
    next.catch(() => {});
    source.return?.().catch(() => {});
  }
  if (batch.text !== "") yield batch;
}

function joined(batch: Gathered, { text, end }: CastLine): Gathered {
  if (text === "") return batch;
  const events = batch.events + (text.startsWith("{") ? 0 : 1);
  return { text: batch.text + text, events, ...(end && { end }) };
}

/** Creates the file with mode 0600, because terminal content is private. */
async function create(path: string, overwrite: boolean, hint = ""): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
  try {
    return await open(path, O_WRONLY | O_CREAT | (overwrite ? O_TRUNC : O_EXCL), 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await isDirectory(path))) throw fileError(path, { code: "EISDIR" });
    if (code === "EEXIST") throw new MuxError("name-taken", `${path} exists already${hint}`);
    throw fileError(path, error);
  }
}

async function emptyFile(path: string): Promise<BegunFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size > 0) return undefined;
  return { dev: found.dev, ino: found.ino, bytes: 0, events: 0 };
}

async function reopen(path: string, { dev, ino, bytes }: BegunFile): Promise<FileHandle> {
  const { O_WRONLY, O_APPEND } = constants;
  try {
    const file = await open(path, O_WRONLY | O_APPEND);
    const found = await file.stat();
    if (found.dev === dev && found.ino === ino) {
      if (found.isFile()) await file.truncate(bytes);
      return file;
    }
    await file.close();
  } catch (error) {
    throw fileError(path, error);
  }
  throw new MuxError("bad-value", `cannot continue ${path}: another file has its name now`);
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function fileError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new MuxError("bad-value", `cannot write ${path}: ${errnoText(code)}`);
}
