import { attempt } from "../core/attempt.ts";
import type {
  CaptureOptions,
  CoveredScreen,
  Cursor,
  DefaultColour,
  Modes,
  Run,
  Screen,
  ScreenListener,
  ScreenOptions,
  Snapshot,
  Style,
} from "../core/screen/screen.ts";
import type { FairSlices, SliceTask } from "./fair-slices.ts";
import { guarded } from "./guarded.ts";
import type { ChangingRequest, ScreenMaker } from "./holding.ts";
import type { Journal } from "./journal.ts";
import type { JournalRecord } from "./journal-record.ts";
import { NotificationGate } from "./notification-gate.ts";
import type { OutputStretch } from "./recorded-output.ts";
import type { RecoveredJournal } from "./recovered-journal.ts";
import { JOURNAL_START, type JournalPosition } from "./snapshot.ts";

export interface HeldScreenOptions {
  readonly maker: ScreenMaker;
  readonly options: ScreenOptions;
  readonly journal: Journal;
  readonly slices: FairSlices;
  /** The journal that a previous daemon left; undefined for a new pane. */
  readonly recovered?: RecoveredJournal | undefined;
  readonly owner: ScreenOwner;
  /** Changes of the screen are part of the running request, and so is what it shows. */
  readonly request: Pick<ChangingRequest, "noteSettling" | "noteShowing">;
}

export interface ScreenOwner {
  /** A reply to the application's query. The number is the same whenever the same output is parsed again. */
  reply(bytes: Uint8Array, number: number): void;
  /** A default colour of the terminal that shows the pane, as 0xrrggbb; undefined: unknown. */
  colour(which: DefaultColour): number | undefined;
  /** Output was parsed. */
  onParsed(): void;
}

/** A pane without output for this long is at rest. */
const REST_MS = 2_000;
/** How long tmux waits for the end of a string sequence. */
const STRING_MS = 5_000;

/**
 * A pane's screen as every reader sees it. Received output is parsed before anything is read, so no reader sees an
 * outdated screen; the screen of a previous daemon is rebuilt when it is first needed, or in idle slices. Every change
 * that does not come from the application goes to the journal in order with the output, so that the screen can be
 * rebuilt.
 */
export class HeldScreen implements Screen, SliceTask {
  readonly #given: HeldScreenOptions;
  readonly #journal: Journal;
  readonly #gate: NotificationGate;
  #inner: Screen | undefined;
  /** The rest of a previous daemon's journal to replay. */
  #replay: Iterator<JournalRecord> | undefined;
  #replayed: JournalPosition = JOURNAL_START;
  #waiting: OutputStretch[] = [];
  #waitingBytes = 0;
  /** A listener that is notified during parsing sees the screen at that point. */
  #parsing = false;
  /** Runs while the pane may come to rest. */
  #rest: NodeJS.Timeout | undefined;
  #lastWork = 0;
  /** The application's unterminated string, and the timer that abandons it. */
  #string: { readonly number: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(given: HeldScreenOptions) {
    this.#given = given;
    this.#journal = given.journal;
    this.#gate = new NotificationGate({
      owner: given.owner,
      listener: given.options.listener ?? {},
      answered: given.recovered?.position.replies ?? 0,
    });
    if (given.recovered) given.slices.add(this);
    else this.#begin(given.options);
  }

  get listener(): ScreenListener {
    return this.#gate.listener;
  }

  set listener(listener: ScreenListener) {
    this.#gate.listener = listener;
  }

  /** Received and not parsed yet. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Receives output that the journal has accepted. */
  receive(offset: number, bytes: Uint8Array): void {
    this.#waiting.push({ offset, bytes });
    this.#waitingBytes += bytes.length;
    const quiet = this.#ready !== undefined && this.#waiting.length === 1;
    if (quiet && this.#given.slices.mayDoNow(bytes.length)) this.slice(bytes.length);
    else this.#given.slices.add(this);
  }

  /** Output comes from another process from now on. */
  holderChanged(): void {
    this.settle();
    this.#gate.answered = 0;
  }

  slice(maxBytes: number): boolean {
    if (this.#parsing) return true;
    this.#lastWork = performance.now();
    const more = this.#ready ? this.#parse(maxBytes) : this.#replaySlice(maxBytes);
    if (!more && this.#journal.rotationDue("busy")) this.#journal.rotate();
    this.#rest ??= setTimeout(() => this.#rested(), REST_MS).unref();
    return more;
  }

  /** Parses everything received before the call and returns the screen. */
  settle(): Screen {
    if (!this.#parsing) {
      while (!this.#ready) this.#replaySlice(Number.POSITIVE_INFINITY);
      if (this.#waitingBytes > 0) this.#parse(Number.POSITIVE_INFINITY);
    }
    return this.#inner!;
  }

  dispose(): void {
    this.#given.slices.remove(this);
    clearTimeout(this.#rest);
    clearTimeout(this.#string?.timer);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  // ---- reading ----

  get cols(): number {
    return this.#ready?.cols ?? this.#given.options.cols;
  }
  get rows(): number {
    return this.#ready?.rows ?? this.#given.options.rows;
  }
  get historyLimit(): number {
    return (this.#ready ?? this.settle()).historyLimit;
  }
  /** Without settling: a door polls this value, and it changes anyway once the output is parsed. */
  get revision(): number {
    return this.#ready?.revision ?? 0;
  }
  get cursor(): Cursor {
    return this.settle().cursor;
  }
  get modes(): Modes {
    return this.settle().modes;
  }
  get scrollRegion(): { readonly upper: number; readonly lower: number } {
    return this.settle().scrollRegion;
  }
  get tabs(): readonly number[] {
    return this.settle().tabs;
  }
  get pen(): Style {
    return this.settle().pen;
  }
  get midSequence(): boolean {
    return this.settle().midSequence;
  }
  get ordinary(): boolean {
    return this.settle().ordinary;
  }
  get alternateSaved(): { readonly x: number; readonly y: number } | undefined {
    return this.settle().alternateSaved;
  }
  get covered(): CoveredScreen | undefined {
    return this.#show().covered;
  }
  get historySize(): number {
    return this.settle().historySize;
  }
  get historyBytes(): number {
    return this.settle().historyBytes;
  }
  get openString(): number | undefined {
    return this.settle().openString;
  }
  get unfinished(): Uint8Array {
    return this.settle().unfinished;
  }
  capture(options: CaptureOptions): string | undefined {
    return this.#show().capture(options);
  }
  lineText(line: number): string {
    return this.#show().lineText(line);
  }
  runs(line: number): readonly Run[] {
    return this.#show().runs(line);
  }
  get title(): string {
    return this.settle().title;
  }
  lineRevision(line: number): number {
    return this.settle().lineRevision(line);
  }
  wrapped(line: number): boolean {
    return this.settle().wrapped(line);
  }
  snapshot(options?: { readonly trim?: boolean }): Snapshot {
    return this.#show().snapshot(options);
  }
  encode(): Uint8Array {
    return this.settle().encode();
  }

  // ---- changes that do not come from the application ----

  write(bytes: Uint8Array): void {
    this.#change({ kind: "local", bytes: Uint8Array.from(bytes) });
  }
  resize(cols: number, rows: number): void {
    if (cols !== this.cols || rows !== this.rows) this.#change({ kind: "resize", cols, rows });
  }
  clearHistory(): void {
    this.#change({ kind: "clear-history" });
  }
  dropBelowCursor(): void {
    this.#change({ kind: "drop-below-cursor" });
  }
  reset(): void {
    this.#change({ kind: "reset" });
  }
  reinitialize(): void {
    this.#change({ kind: "reinitialize" });
  }
  abandonString(): void {
    this.#change({ kind: "abandon-string" });
  }
  setAllowAlternate(allowed: boolean): void {
    this.#change({ kind: "allow-alternate", allowed });
  }
  set title(text: string) {
    this.#change({ kind: "title", text });
  }
  set historyLimit(lines: number) {
    if (lines !== this.historyLimit) this.#change({ kind: "history-limit", lines });
  }

  // ---- making ----

  #show(): Screen {
    if (this.#journal.writing && !this.#parsing)
      this.#given.request.noteShowing(() => this.#journal.written());
    return this.settle();
  }

  /** The screen once it is rebuilt; before that it must not be read. */
  get #ready(): Screen | undefined {
    return this.#replay === undefined ? this.#inner : undefined;
  }

  /** The timer runs through instead of being reset for every piece of output. */
  #rested(): void {
    this.#rest = undefined;
    if (performance.now() - this.#lastWork < REST_MS)
      this.#rest = setTimeout(() => this.#rested(), REST_MS).unref();
    else if (this.#ready && this.#journal.rotationDue("at-rest")) this.#journal.rotate();
  }

  #begin(options: ScreenOptions): void {
    this.#inner = this.#given.maker.create({ ...options, listener: this.#gate.gated });
    // Until the first snapshot, the tail alone must produce the same screen.
    this.#journal.append({ kind: "history-limit", lines: options.historyLimit });
    this.#journal.append({ kind: "resize", cols: options.cols, rows: options.rows });
    if (options.title) this.#journal.append({ kind: "title", text: options.title });
  }

  #change(record: JournalRecord): void {
    apply(this.settle(), record);
    this.#journal.append(record);
    // The tree's own records hold sizes and titles, and restore them.
    if (record.kind !== "resize" && record.kind !== "title")
      this.#given.request.noteSettling(this.#journal.written());
  }

  #parse(maxBytes: number): boolean {
    let left = maxBytes;
    let done = 0;
    let offset = 0;
    while (left > 0 && done < this.#waiting.length) {
      const next = this.#waiting[done]!;
      const bytes = next.bytes.length > left ? next.bytes.subarray(0, left) : next.bytes;
      this.#write(bytes);
      left -= bytes.length;
      this.#waitingBytes -= bytes.length;
      offset = next.offset + bytes.length;
      if (bytes.length === next.bytes.length) done += 1;
      else this.#waiting[done] = { offset, bytes: next.bytes.subarray(bytes.length) };
    }
    this.#waiting.splice(0, done);
    this.#recordNotified(offset);
    this.#watchString();
    guarded(() => this.#given.owner.onParsed());
    return this.#waitingBytes > 0;
  }

  /** A bug in the emulator costs a piece of the screen, never the pane. */
  #write(bytes: Uint8Array): void {
    this.#parsing = true;
    guarded(() => this.#inner!.write(bytes));
    this.#parsing = false;
  }

  /** After a restart the time starts again. */
  #watchString(): void {
    const number = this.#inner!.openString;
    if (number === this.#string?.number) return;
    clearTimeout(this.#string?.timer);
    this.#string = undefined;
    if (number === undefined) return;
    const timer = setTimeout(() => {
      if (this.openString === number) this.abandonString();
    }, STRING_MS).unref();
    this.#string = { number, timer };
  }

  #recordNotified(offset: number): void {
    if (this.#gate.takeNotified())
      this.#journal.append({ kind: "notified", offset, replies: this.#gate.answered });
  }

  /** Returns whether work is left, parsing included. */
  #replaySlice(maxBytes: number): boolean {
    const recovered = this.#given.recovered!;
    if (this.#inner === undefined) this.#restoreSnapshot(recovered);
    for (let left = maxBytes; left > 0; ) {
      const { value: record, done } = this.#replay!.next();
      if (done) {
        this.#replayEnded(recovered.position);
        return this.#waitingBytes > 0;
      }
      left -= this.#replayOne(record, recovered.position);
    }
    return true;
  }

  #restoreSnapshot(recovered: RecoveredJournal): void {
    const snapshot = recovered.snapshot();
    const { maker, options } = this.#given;
    const position = snapshot?.position ?? JOURNAL_START;
    this.#gate.muted = true;
    this.#gate.answered = position.replies;
    // A snapshot of a replaced emulator cannot be decoded: only the tails after it can be used.
    this.#inner = snapshot && attempt(() => maker.decode(snapshot.screen, this.#gate.gated));
    this.#inner ??= maker.create({ ...options, listener: this.#gate.gated });
    this.#replayed = position;
    this.#replay = recovered.records();
  }

  /** Returns the amount of work done, in bytes. */
  #replayOne(record: JournalRecord, end: JournalPosition): number {
    if (record.kind === "output") return this.#replayOutput(record, end);
    if (record.kind === "holder") {
      this.#gate.answered = 0;
      this.#replayed = { ...JOURNAL_START, holderKey: record.key };
    } else apply(this.#inner!, record);
    return 1;
  }

  /** Listeners were notified of everything before the journal's last mark; later output notifies them now. */
  #replayOutput({ offset, bytes }: OutputStretch, end: JournalPosition): number {
    const current = this.#replayed.holderKey === end.holderKey;
    const notified = current
      ? Math.min(Math.max(end.notifiedOffset - offset, 0), bytes.length)
      : bytes.length;
    if (notified > 0) this.#write(bytes.subarray(0, notified));
    if (notified < bytes.length) {
      this.#gate.muted = false;
      this.#write(bytes.subarray(notified));
      this.#gate.muted = true;
    }
    return bytes.length + 1;
  }

  #replayEnded(end: JournalPosition): void {
    this.#replay = undefined;
    this.#gate.muted = false;
    this.#recordNotified(end.offset);
    this.#watchString();
    if (this.#journal.position.holderKey !== end.holderKey) this.#gate.answered = 0;
    // The tree is recorded before the journal: its size is the correct one.
    const { cols, rows } = this.#given.options;
    if (this.#inner!.cols !== cols || this.#inner!.rows !== rows) this.resize(cols, rows);
  }
}

type Appliers = {
  readonly [K in JournalRecord["kind"]]?: (
    screen: Screen,
    record: Extract<JournalRecord, { kind: K }>,
  ) => void;
};

const appliers: Appliers = {
  local: (screen, { bytes }) => screen.write(bytes),
  resize: (screen, { cols, rows }) => screen.resize(cols, rows),
  "clear-history": (screen) => screen.clearHistory(),
  "drop-below-cursor": (screen) => screen.dropBelowCursor(),
  reset: (screen) => screen.reset(),
  reinitialize: (screen) => screen.reinitialize(),
  "abandon-string": (screen) => screen.abandonString(),
  "allow-alternate": (screen, { allowed }) => screen.setAllowAlternate(allowed),
  title: (screen, { text }) => {
    screen.title = text;
  },
  "history-limit": (screen, { lines }) => {
    screen.historyLimit = lines;
  },
};

function apply(screen: Screen, record: JournalRecord): void {
  (appliers[record.kind] as ((screen: Screen, record: JournalRecord) => void) | undefined)?.(screen, record);
}
