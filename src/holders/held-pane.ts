import { join } from "node:path";
import type { ExitState, SpawnRequest, StartedProcess } from "../core/ports.ts";
import type { DefaultColour, ScreenOptions } from "../core/screen/screen.ts";
import type { Welcome } from "../wire/holder-wire.ts";
import type { HolderIdentity } from "./find-holder.ts";
import { type HandedProcess, HeldProcess, type HeldSubject, type ProcessReader } from "./held-process.ts";
import { HeldScreen, type ScreenOwner } from "./held-screen.ts";
import type { Holding } from "./holding.ts";
import { Journal, type JournalTrouble } from "./journal.ts";
import { diskFiles } from "./journal-files.ts";
import type { TimedRecord } from "./journal-record.ts";
import { type OutputStretch, recordedOutput, recording } from "./recorded-output.ts";
import { type OutputLoss, type RecoveredJournal, recoverJournal } from "./recovered-journal.ts";

export interface HeldPaneOptions {
  readonly holding: Holding;
  /** The pane's journal directory; undefined if journals are off. */
  readonly journalDirectory: string | undefined;
  /** A previous daemon may have left a journal in the directory. */
  readonly recover: boolean;
  readonly owner: HeldPaneOwner;
}

/** The pane in the tree, as its holder's side sees it. */
export interface HeldPaneOwner extends HeldSubject {
  /** The pane's screen at its current size. */
  screenOptions(): ScreenOptions;
  onScreenCreated(): void;
  /** A default colour of the terminal that shows the pane, as 0xrrggbb; undefined: unknown. */
  colour(which: DefaultColour): number | undefined;
  /** Output was parsed. */
  onPrinted(): void;
  /** The process ended and its output is recorded. The holder is released when this returns. */
  onExited(exit: ExitState, lost: string | undefined): void;
  onTrouble(trouble: JournalTrouble | undefined): void;
  /** Some output is in no journal, and its holder no longer has it. */
  onLost(loss: OutputLoss): void;
}

/** The record of a process that a previous daemon started. */
export interface KnownProcess {
  readonly size: SpawnRequest["size"];
  /** Undefined if its start was never confirmed. */
  readonly started?: StartedProcess | undefined;
  /** Undefined if no holder is on record. */
  readonly holder?: HolderIdentity | undefined;
  /** For a process whose start was never confirmed: launches it if no holder has it. */
  readonly request?: SpawnRequest | undefined;
}

/**
 * Output received but not parsed: above the first value the daemon stops reading from the holder, below the second it
 * resumes.
 */
const HIGH_WATER_BYTES = 128 * 1024;
const LOW_WATER_BYTES = 32 * 1024;

/** Ids of replies to queries; ids of typed input have the highest bit set, so the two ranges never overlap. */
const REPLY_IDS = 1n << 62n;

/**
 * One pane, which outlives the daemon: its process behind a holder, its journal, its screen. For a pane of a previous
 * daemon, nothing is read until it is needed, so that a daemon with many panes answers at once.
 */
export class HeldPane implements ScreenOwner, ProcessReader {
  readonly #options: HeldPaneOptions;
  readonly #holding: Holding;
  #opened: { readonly journal: Journal; readonly recovered: RecoveredJournal | undefined } | undefined;
  #process: HeldProcess | undefined;
  #screen: HeldScreen | undefined;
  readonly #taps = new Set<(bytes: Uint8Array, offset: number) => void>();
  #discarded = false;
  #paused = false;

  constructor(options: HeldPaneOptions) {
    this.#options = options;
    this.#holding = options.holding;
  }

  get trouble(): JournalTrouble | undefined {
    return this.#opened?.journal.trouble;
  }

  get process(): HeldProcess | undefined {
    return this.#process;
  }

  /** Created when the first reader asks for it, and before any output. */
  get screen(): HeldScreen {
    if (this.#screen) return this.#screen;
    const { owner, holding } = this.#options;
    const { screens: maker, slices, request } = holding;
    const options = owner.screenOptions();
    this.#screen = new HeldScreen({ maker, options, slices, request, owner: this, ...this.#open() });
    owner.onScreenCreated();
    return this.#screen;
  }

  /** Starts a process in the pane, the first or a later one. The launch happens after the caller's turn. */
  start(key: bigint, request: SpawnRequest): HeldProcess {
    this.#drain();
    const process = this.#newProcess(key, request.size);
    this.#changeHolder(key);
    void Promise.resolve().then(() =>
      process.launch(() => this.#holding.starter.launch(process.launchRequest(request))),
    );
    return process;
  }

  /**
   * Adopts the process of a previous daemon's pane. The search for its holder runs in its own slice, or when the
   * process is needed.
   */
  adopt(key: bigint, known: KnownProcess): HeldProcess {
    const process = this.#newProcess(key, known.size);
    const { request } = known;
    const relaunch = request && (() => this.#holding.starter.launch(process.launchRequest(request)));
    if (known.started) process.know(known.started, known.holder);
    let found = false;
    const find = () => {
      if (found) return false;
      found = true;
      if (!this.#discarded && this.#journal.position.holderKey !== key) this.#changeHolder(key);
      process.find(relaunch); // Also for a pane that was closed meanwhile: its process must receive the close.
      if (!this.#discarded) void this.screen;
      return false;
    };
    process.whenNeeded(find);
    this.#holding.slices.add({ slice: find });
    return process;
  }

  /** Continues a process that ran beside the panes in this pane, which had no process. */
  take({ key, started, offset }: HandedProcess, size: SpawnRequest["size"]): HeldProcess {
    const process = this.#newProcess(key, size);
    this.#changeHolder(key);
    this.#journal.append({ kind: "output", offset, bytes: new Uint8Array() });
    process.know(started);
    process.find(undefined);
    return process;
  }

  /**
   * Resolves when the screen shows everything that the process printed before the call: the holder reads it from the
   * PTY and sends it ahead of its answer. Does not wait for a flooding pane, which always has more output.
   */
  async flush(): Promise<void> {
    const floods = this.#paused || (this.#screen?.waitingBytes ?? 0) > LOW_WATER_BYTES;
    this.#screen?.settle();
    if (floods || !this.#process) return;
    await this.#process.query();
    this.#screen?.settle();
  }

  /** Passes on all further output as it arrives, until the returned function is called. */
  tap(onOutput: (bytes: Uint8Array, offset: number) => void): () => void {
    this.#taps.add(onOutput);
    return () => this.#taps.delete(onOutput);
  }

  /** The screen's size; 80x24 if the pane never had a screen. */
  get size(): SpawnRequest["size"] {
    const { cols = 80, rows = 24 } = this.#screen ?? {};
    return { cols, rows };
  }

  /** Key of the current process, whose output offsets count from 0. */
  get holderKey(): bigint {
    return this.#journal.position.holderKey;
  }

  /** Output bytes received from the current process. */
  get outputEnd(): number {
    return this.#journal.position.offset;
  }

  /** Output of the current process from an offset on, as far as the journal still has it. */
  async *recorded(from: number): AsyncGenerator<OutputStretch> {
    const { journalDirectory: directory } = this.#options;
    await this.#journal.flushed();
    if (directory !== undefined) yield* recordedOutput({ files: diskFiles, directory, from });
  }

  /** All records of the journal, including earlier processes; undefined if journals are off. */
  async recording(): Promise<Iterable<TimedRecord> | undefined> {
    const { journalDirectory: directory } = this.#options;
    await this.#journal.flushed();
    return directory === undefined ? undefined : recording(diskFiles, directory);
  }

  /** Discards the pane, also a retired one: its process is ending, and further output is ignored. */
  async discard(): Promise<void> {
    this.#ignoreOutput();
    await this.#journal.remove();
  }

  /** Closes the pane but keeps its journal until `discard`, so that clients can still read its last content. */
  async retire(): Promise<void> {
    this.#ignoreOutput();
    await this.#journal.close();
  }

  #ignoreOutput(): void {
    this.#discarded = true;
    this.#screen?.dispose();
    this.#drain();
  }

  /** Disconnects because the daemon exits; holders and journals stay. */
  async leave(): Promise<void> {
    this.#process?.leave();
    this.#screen?.dispose();
    await this.#opened?.journal.close();
  }

  get #journal(): Journal {
    return this.#open().journal;
  }

  #open(): { readonly journal: Journal; readonly recovered: RecoveredJournal | undefined } {
    if (this.#opened) return this.#opened;
    const { journalDirectory: directory, recover } = this.#options;
    const recovered =
      recover && directory !== undefined
        ? recoverJournal(diskFiles, directory, (loss) => this.#options.owner.onLost(loss))
        : undefined;
    const journal = new Journal({
      directory,
      recovered,
      onAccepted: (offset) => this.#process?.accept(offset),
      encodeScreen: () => this.screen.encode(),
      onTrouble: (trouble) => this.#options.owner.onTrouble(trouble),
    });
    this.#opened = { journal, recovered };
    return this.#opened;
  }

  reply(bytes: Uint8Array, number: number): void {
    this.#process?.reply(bytes, REPLY_IDS + BigInt(number));
  }

  colour(which: DefaultColour): number | undefined {
    return this.#options.owner.colour(which);
  }

  onParsed(): void {
    this.#options.owner.onPrinted();
    this.#watchWater();
  }

  #newProcess(key: bigint, size: SpawnRequest["size"]): HeldProcess {
    const holding = this.#holding;
    const process = new HeldProcess({
      holding,
      key,
      socketPath: join(holding.socketDirectory, keyName(key)),
      size,
      dropsUnread: true,
      inputs: holding.request,
      subject: this.#options.owner,
      reader: this,
    });
    this.#process = process;
    return process;
  }

  #changeHolder(key: bigint): void {
    this.#screen?.holderChanged();
    this.#journal.append({ kind: "holder", key });
  }

  /** Discards the remaining output of an earlier process in this pane, so that the process can end. */
  #drain(): void {
    this.#paused = false;
    this.#process?.resume();
  }

  /**
   * A holder may keep less than a journal in memory has lost; output then resumes at the first byte that the holder
   * has.
   */
  resumeAt(welcome: Welcome): number {
    const { offset } = this.#journal.position;
    if (this.#options.journalDirectory !== undefined && !this.#discarded && welcome.firstOffset > offset)
      this.#options.owner.onLost({ from: offset, to: welcome.firstOffset, lines: undefined });
    return Math.max(offset, welcome.firstOffset);
  }

  onOutput(process: HeldProcess, offset: number, bytes: Buffer): void {
    if (this.#discarded || process !== this.#process) {
      process.accept(offset + bytes.length);
      return;
    }
    const { screen } = this; // Created before any output: a recording begins with the screen's size.
    this.#journal.append({ kind: "output", offset, bytes });
    for (const tap of this.#taps) tap(bytes, offset);
    screen.receive(offset, bytes);
    this.#watchWater();
  }

  #watchWater(): void {
    const waiting = this.screen.waitingBytes;
    if (!this.#paused && waiting > HIGH_WATER_BYTES) this.#process?.pause();
    else if (this.#paused && waiting < LOW_WATER_BYTES) this.#process?.resume();
    else return;
    this.#paused = !this.#paused;
  }

  async onExit(process: HeldProcess, exit: ExitState, lost: string | undefined): Promise<void> {
    if (process === this.#process && !this.#discarded) {
      await this.#journal.flushed();
      // A machine that shuts down ends programs and the daemon together: such an exit waits for the next daemon, or ends
      // with its holder, and no pane closes.
      if (this.#holding.leaving) return;
      if (process === this.#process && !this.#discarded) this.#options.owner.onExited(exit, lost);
    }
    process.forget();
  }
}

/** The file name of a holder's socket. */
export function keyName(key: bigint): string {
  return key.toString(16).padStart(16, "0");
}
