import { diskFiles, type JournalFiles } from "./journal-files.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";
import type { RecoveredJournal } from "./recovered-journal.ts";
import { expendable, snapshotPath, tailPath } from "./segments.ts";
import { advance, encodeSnapshot, JOURNAL_START, type JournalPosition } from "./snapshot.ts";

/**
 * A pane's journal: the newest snapshot of its screen and everything that happened since, appended as it happens. A
 * holder discards output only after it is appended here, so a daemon may die at any moment: its successor reads the
 * journal, asks the holder for the output after its end, and no byte is lost, repeated or reordered.
 *
 * "Appended" means that the write returned: the system then has the bytes, and killing the daemon cannot lose them.
 * There is no fsync: it would guard against a crash of the whole machine, which ends every pane's process anyway.
 *
 * Because the holder keeps unaccepted output, writing is not urgent: the journal gathers output for a moment and writes
 * it at once, asynchronously, with one write in flight. When the tail has grown past the cost of a new snapshot, the
 * journal starts a new segment; older tails stay as the recording, up to the quota.
 *
 * A failing disk (full, over quota, broken) must not block a live pane. The journal then accepts output in memory,
 * reports the failure (`trouble`), and retries at intervals with a fresh snapshot, because output accepted meanwhile is
 * in no tail. The same happens permanently, without trouble, when journals are turned off. In both cases the journal
 * acknowledges output to the holder with a delay, so that a successor finds at least the most recent output there.
 */
export interface JournalOptions {
  /** Undefined: memory only. */
  readonly directory: string | undefined;
  readonly files?: JournalFiles;
  readonly quotaBytes?: number;
  readonly recovered?: RecoveredJournal | undefined;
  readonly retryMs?: number;
  /** The holder may discard output before the offset. */
  onAccepted(offset: number): void;
  /** The complete current screen, including everything appended so far. */
  encodeScreen(): Uint8Array;
  onTrouble?(trouble: JournalTrouble | undefined): void;
}

export interface JournalTrouble {
  readonly sinceMs: number;
  readonly reason: string;
}

export const DEFAULT_QUOTA_BYTES = 16 * 1024 * 1024;
const MIN_ROTATE_BYTES = 1024 * 1024;
/**
 * A snapshot loads faster than this much output is parsed again, and costs nothing noticeable while the pane is quiet.
 */
const REST_BYTES = 64 * 1024;
/** Each daemon start begins a tail; many short tails are also replaced by a snapshot. */
const MAX_REPLAY_TAILS = 8;
/** Accepted output that a holder keeps while there is no journal on disk. */
export const MEMORY_KEEP_BYTES = 256 * 1024;
const RETRY_MS = 5_000;
/** Gathered output is written at this size or number of parts, or after this time. */
const GATHER_BYTES = 128 * 1024;
/** The small parts of a silent pane that is often resized: each of them may keep 8 KB of memory from being freed. */
const GATHER_PARTS = 256;
const GATHER_MS = 10;

interface Batch {
  readonly segment: number;
  readonly parts: Uint8Array[];
  bytes: number;
  acceptOffset: number | undefined;
  /** Callbacks to run when the bytes are written or given up. */
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

  /** The journal's position once everything appended is written. */
  get position(): JournalPosition {
    return this.#position;
  }

  get trouble(): JournalTrouble | undefined {
    return this.#trouble;
  }

  /** A write is pending or in flight. */
  get writing(): boolean {
    return this.#gathering !== undefined || this.#draining !== undefined;
  }

  /** Whether a new snapshot pays off: while output streams in, or now that the pane is at rest. */
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
    if (record.kind === "holder") this.#forgetAccepted();
    if (batch.bytes >= GATHER_BYTES || batch.parts.length >= GATHER_PARTS) this.#drainNow();
    else if (this.#begun || record.kind === "output")
      this.#gathering ??= setTimeout(() => this.#drainNow(), GATHER_MS).unref();
  }

  /** Resolves when everything appended before the call is written (or, in trouble, given up). */
  written(): Promise<void> {
    const last = this.#batches.at(-1) ?? this.#inFlight;
    if (!last) return Promise.resolve();
    return new Promise((resolve) => {
      last.waiting.push(resolve);
      this.#drainNow();
    });
  }

  /** Resolves when nothing is left to write; a pane that prints continuously may delay this indefinitely. */
  async flushed(): Promise<void> {
    this.#drainNow();
    while (this.#draining) await this.#draining;
    await this.#placing;
  }

  /**
   * Starts a new segment with a snapshot of the current screen. Synchronous, so that nothing is appended between the
   * call and the encoding.
   */
  rotate(): void {
    if (!this.#onDisk || this.#placing) return;
    this.#segment += 1;
    this.#replayTails = 0;
    this.#replayBytes = 0;
    this.#placing = this.#placeSnapshot(this.#segment).finally(() => {
      this.#placing = undefined;
    });
  }

  /** The pane is closed: removes all its files. */
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
   * Before the first output, a successor needs nothing from the journal: a pane that starts and prints nothing, as many
   * do, costs no file.
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

  /** Offsets of the former process mean nothing to the holder of the next one, also if their write is under way. */
  #forgetAccepted(): void {
    for (const batch of this.#batches) batch.acceptOffset = undefined;
    if (this.#inFlight) this.#inFlight.acceptOffset = undefined;
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
    const written = this.written();
    const bytes = encodeSnapshot({ position: this.#position, screen: this.#options.encodeScreen() });
    // A successor continues at the snapshot: the recording lacks output before it that is in no tail yet.
    await written;
    if (!this.#onDisk) return;
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

  /** Retries after a disk failure. Only a complete snapshot helps, because output accepted meanwhile is in no tail. */
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
    // Output that arrived while the snapshot was written is in neither file: one more snapshot closes the gap.
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
