import { diskFiles, type JournalFiles } from "./journal-files.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";
import type { RecoveredJournal } from "./recovered-journal.ts";
import { expendable, snapshotPath, tailPath } from "./segments.ts";
import { advance, encodeSnapshot, JOURNAL_START, type JournalPosition } from "./snapshot.ts";

/**
 * A pane's journal: the newest snapshot of its screen and everything that happened since, appended as it happens. A
 * holder forgets output only when it was appended here, so a daemon may die at any moment: its successor reads the
 * journal, asks the holder for what comes after its end, and no byte is lost, doubled or out of order.
 *
 * "Appended" means that the write returned: the bytes are the system's then, and killing the daemon cannot take them back.
 * There is no fsync: it would guard against a crash of the whole machine, which ends every pane's process anyway.
 *
 * Since the holder keeps what was not accepted, nothing presses: output is gathered for a moment and written in one go,
 * asynchronously, one write in flight. When the tail has grown past the cost of a new snapshot, the journal turns to a new
 * segment; older tails stay as the recording, up to the quota.
 *
 * A disk that refuses (full, over quota, broken) must not hold up a living pane. The journal then accepts output in memory,
 * says so (`trouble`), and tries again now and then with a fresh snapshot, since what passed meanwhile is in no tail.
 * The same happens, for ever and without trouble, where journals are turned off. In both cases the holder is let go of
 * output with some delay, so that a successor finds at least the last stretch of it.
 */
export interface JournalOptions {
  /** Undefined: memory only. */
  readonly directory: string | undefined;
  readonly files?: JournalFiles;
  readonly quotaBytes?: number;
  readonly recovered?: RecoveredJournal | undefined;
  readonly retryMs?: number;
  /** Output before the offset need not be kept by the holder any longer. */
  onAccepted(offset: number): void;
  /** The whole screen as it is now, everything appended so far included. */
  encodeScreen(): Uint8Array;
  onTrouble?(trouble: JournalTrouble | undefined): void;
}

export interface JournalTrouble {
  readonly sinceMs: number;
  readonly reason: string;
}

export const DEFAULT_QUOTA_BYTES = 16 * 1024 * 1024;
const MIN_ROTATE_BYTES = 1024 * 1024;
/** A snapshot is read faster than so much output is parsed again, and costs nobody anything while the pane is quiet. */
const REST_BYTES = 64 * 1024;
/** Each start of a daemon begins a tail; many short ones are gathered into a snapshot too. */
const MAX_REPLAY_TAILS = 8;
/** What a holder keeps of accepted output while there is no journal on disk. */
export const MEMORY_KEEP_BYTES = 256 * 1024;
const RETRY_MS = 5_000;
/** Written when so much is gathered, or after so long. */
const GATHER_BYTES = 128 * 1024;
const GATHER_MS = 10;

interface Batch {
  readonly segment: number;
  readonly parts: Uint8Array[];
  bytes: number;
  acceptOffset: number | undefined;
  /** Who waits until it is written or given up. */
  readonly waiting: (() => void)[];
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #files: JournalFiles;
  readonly #directory: string | undefined;
  readonly #tailSizes: Map<number, number>;
  #snapshots: number[];
  #snapshotBytes: number;
  #replayBytes: number;
  #replayTails: number;
  #position: JournalPosition;
  #segment: number;
  readonly #batches: Batch[] = [];
  #inFlight: Batch | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #draining: Promise<void> | undefined;
  #open: { fd: number; segment: number } | undefined;
  #trouble: JournalTrouble | undefined;
  #retry: NodeJS.Timeout | undefined;
  #placing: Promise<void> | undefined;
  #removed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#files = options.files ?? diskFiles;
    this.#directory = options.directory;
    const recovered = options.recovered;
    this.#tailSizes = new Map(recovered?.tailSizes);
    this.#snapshots = [...(recovered?.snapshotSegments ?? [])];
    this.#snapshotBytes = recovered?.snapshotBytes ?? 0;
    this.#replayBytes = recovered?.replayBytes ?? 0;
    this.#replayTails = recovered?.replayTails ?? 0;
    this.#position = recovered?.position ?? JOURNAL_START;
    this.#segment = recovered?.nextSegment ?? 0;
  }

  /** Where the journal will stand once everything appended is written. */
  get position(): JournalPosition {
    return this.#position;
  }

  get trouble(): JournalTrouble | undefined {
    return this.#trouble;
  }

  /** Something is on its way to the disk. */
  get writing(): boolean {
    return this.#gathering !== undefined || this.#draining !== undefined;
  }

  /** A new snapshot would pay for itself: while output streams in, or now that the pane is at rest. */
  rotationDue(pane: "busy" | "at-rest"): boolean {
    if (!this.#onDisk || this.#placing) return false;
    const limit = pane === "at-rest" ? REST_BYTES : Math.max(MIN_ROTATE_BYTES, 2 * this.#snapshotBytes);
    return this.#replayBytes > limit || this.#replayTails > MAX_REPLAY_TAILS;
  }

  append(record: JournalRecord): void {
    this.#position = advance(this.#position, record);
    if (!this.#onDisk) {
      if (record.kind === "output") this.#acceptInMemory();
      return;
    }
    const batch = this.#currentBatch();
    for (const part of encodeRecord(record, Date.now())) {
      batch.parts.push(part);
      batch.bytes += part.length;
      this.#replayBytes += part.length;
    }
    if (record.kind === "output") batch.acceptOffset = this.#position.offset;
    if (record.kind === "holder") batch.acceptOffset = undefined;
    if (batch.bytes >= GATHER_BYTES) this.#drainNow();
    else if (this.#begun || record.kind === "output")
      this.#gathering ??= setTimeout(() => this.#drainNow(), GATHER_MS).unref();
  }

  /** What was appended before the call is written (or, in trouble, given up). */
  written(): Promise<void> {
    const last = this.#batches.at(-1) ?? this.#inFlight;
    if (!last) return Promise.resolve();
    return new Promise((resolve) => {
      last.waiting.push(resolve);
      this.#drainNow();
    });
  }

  /** Nothing is left to be written: where a pane prints on and on, that may take as long. */
  async flushed(): Promise<void> {
    this.#drainNow();
    while (this.#draining) await this.#draining;
    await this.#placing;
  }

  /** Begins a new segment with a snapshot of now. Nothing may be appended between the call and the encoding: it is synchronous. */
  rotate(): void {
    if (!this.#onDisk || this.#placing) return;
    this.#segment += 1;
    this.#replayTails = 0;
    this.#replayBytes = 0;
    this.#placing = this.#placeSnapshot(this.#segment).finally(() => {
      this.#placing = undefined;
    });
  }

  /** The pane is closed: nothing of it stays. */
  async remove(): Promise<void> {
    const nothingThere = !this.#begun && !this.#draining && !this.#placing && !this.#trouble;
    this.#removed = true;
    this.#giveUpBatches();
    await this.close();
    if (this.#directory !== undefined && !nothingThere)
      await this.#files.removeDirectory(this.#directory).catch(() => {});
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    await this.flushed();
    await this.#closeTail().catch(() => {});
  }

  get #onDisk(): boolean {
    return this.#directory !== undefined && this.#trouble === undefined && !this.#removed;
  }

  /**
   * Before the first output there is nothing that a successor could not tell by itself: a pane that starts and keeps
   * silent, as many do, costs no file.
   */
  get #begun(): boolean {
    return this.#tailSizes.size > 0 || this.#snapshots.length > 0 || this.#open !== undefined;
  }

  #acceptInMemory(): void {
    const keep = this.#removed ? 0 : MEMORY_KEEP_BYTES;
    if (this.#position.offset > keep) this.#options.onAccepted(this.#position.offset - keep);
  }

  #currentBatch(): Batch {
    const last = this.#batches.at(-1);
    if (last?.segment === this.#segment) return last;
    const batch: Batch = {
      segment: this.#segment,
      parts: [],
      bytes: 0,
      acceptOffset: undefined,
      waiting: [],
    };
    this.#batches.push(batch);
    return batch;
  }

  #drainNow(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#batches.length > 0) this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    try {
      for (let batch = this.#batches.shift(); batch; batch = this.#batches.shift()) {
        this.#inFlight = batch;
        const fd = await this.#tailOf(batch.segment);
        await this.#writeAll(fd, batch.parts);
        this.#tailSizes.set(batch.segment, (this.#tailSizes.get(batch.segment) ?? 0) + batch.bytes);
        if (batch.acceptOffset !== undefined) this.#options.onAccepted(batch.acceptOffset);
        settle(batch);
      }
    } catch (error) {
      this.#troubled(error);
      if (this.#inFlight) settle(this.#inFlight);
    } finally {
      this.#inFlight = undefined;
      this.#draining = undefined;
    }
  }

  #giveUpBatches(): void {
    for (const batch of this.#batches.splice(0)) settle(batch);
  }

  async #tailOf(segment: number): Promise<number> {
    if (this.#open?.segment === segment) return this.#open.fd;
    await this.#closeTail();
    const fd = await this.#files.open(this.#directory!, tailPath(this.#directory!, segment));
    this.#open = { fd, segment };
    this.#replayTails += 1;
    return fd;
  }

  async #closeTail(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open) await this.#files.close(open.fd);
  }

  async #writeAll(fd: number, parts: readonly Uint8Array[]): Promise<void> {
    let left = parts;
    while (left.length > 0) {
      const written = await this.#files.write(fd, left);
      left = dropBytes(left, written);
    }
  }

  async #placeSnapshot(segment: number): Promise<void> {
    const bytes = encodeSnapshot({ position: this.#position, screen: this.#options.encodeScreen() });
    try {
      await this.#files.place(snapshotPath(this.#directory!, segment), bytes);
    } catch (error) {
      this.#troubled(error);
      return;
    }
    this.#snapshots.push(segment);
    this.#snapshotBytes = bytes.length;
    await this.#trim();
  }

  async #trim(): Promise<void> {
    const quota = this.#options.quotaBytes ?? DEFAULT_QUOTA_BYTES;
    const going = expendable(this.#tailSizes, { snapshots: this.#snapshots }, quota);
    for (const segment of going.tails) this.#tailSizes.delete(segment);
    this.#snapshots = this.#snapshots.slice(-1);
    const paths = [
      ...going.tails.map((segment) => tailPath(this.#directory!, segment)),
      ...going.snapshots.map((segment) => snapshotPath(this.#directory!, segment)),
    ];
    await Promise.all(paths.map((path) => this.#files.remove(path).catch(() => {})));
  }

  #troubled(error: unknown): void {
    if (this.#trouble || this.#removed) return;
    this.#giveUpBatches();
    this.#trouble = { sinceMs: Date.now(), reason: error instanceof Error ? error.message : String(error) };
    this.#options.onTrouble?.(this.#trouble);
    this.#acceptInMemory();
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => void this.#tryAgain(), this.#options.retryMs ?? RETRY_MS);
    this.#retry.unref();
  }

  /** The disk may be well again. Only a whole snapshot helps: what passed meanwhile is in no tail. */
  async #tryAgain(): Promise<void> {
    if (this.#removed) return;
    const segment = this.#segment + 1;
    const before = this.#position;
    try {
      const bytes = encodeSnapshot({ position: before, screen: this.#options.encodeScreen() });
      await this.#closeTail().catch(() => {});
      await this.#files.place(snapshotPath(this.#directory!, segment), bytes);
      this.#snapshotBytes = bytes.length;
    } catch {
      this.#retryLater();
      return;
    }
    this.#segment = segment;
    this.#snapshots.push(segment);
    this.#replayBytes = 0;
    this.#replayTails = 0;
    this.#trouble = undefined;
    this.#options.onTrouble?.(undefined);
    // What came while the snapshot was written is in neither: one more snapshot closes the gap.
    if (this.#position !== before) this.rotate();
  }
}

function settle({ waiting }: Batch): void {
  for (const resolve of waiting.splice(0)) resolve();
}

function dropBytes(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let index = 0;
  let left = count;
  while (index < parts.length && left >= parts[index]!.length) left -= parts[index++]!.length;
  if (left === 0) return parts.slice(index);
  return [parts[index]!.subarray(left), ...parts.slice(index + 1)];
}
