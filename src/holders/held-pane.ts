import { join } from "node:path";
import type { ExitState, SpawnRequest, StartedProcess, UnreadKeys } from "../core/ports.ts";
import type { DefaultColour, Screen, ScreenOptions } from "../core/screen/screen.ts";
import type { LaunchRequest, Welcome } from "../wire/holder-wire.ts";
import type { ConnectedHolders } from "./connected-holders.ts";
import type { Descriptors } from "./descriptors.ts";
import type { FairSlices } from "./fair-slices.ts";
import type { HolderIdentity } from "./find-holder.ts";
import type { HandedProcess } from "./held-job.ts";
import { HeldProcess } from "./held-process.ts";
import { HeldScreen, type ScreenMaker } from "./held-screen.ts";
import { Journal, type JournalTrouble } from "./journal.ts";
import { diskFiles, type JournalFiles } from "./journal-files.ts";
import type { TimedRecord } from "./journal-record.ts";
import type { LaunchOutcome } from "./launcher.ts";
import type { OrphanedSession } from "./orphaned-session.ts";
import { type OutputStretch, recordedOutput } from "./recorded-output.ts";
import { recording } from "./recording.ts";
import { type OutputLoss, type RecoveredJournal, recoverJournal } from "./recovered-journal.ts";

/** What every held pane of a daemon shares. */
export interface Holding {
  /** Where holders have their sockets. */
  readonly socketDirectory: string;
  readonly holders: ConnectedHolders;
  readonly descriptors: Descriptors;
  readonly slices: FairSlices;
  readonly screens: ScreenMaker;
  readonly files?: JournalFiles;
  readonly quotaBytes?: number;
  /** After what was done before is written down: the pane must be on record when its process runs. */
  launch(request: LaunchRequest): Promise<LaunchOutcome>;
  /** At once: what a call did before is written down with its answer. */
  launchJob(request: LaunchRequest): Promise<LaunchOutcome>;
  /** Notes that a process is being ended on purpose: a later daemon that finds its holder ends it too. */
  closing(key: bigint): void;
  /** The holder of an ended process goes: nothing about it need be remembered. */
  forgotten(key: bigint): void;
  /** Ends the processes that a killed holder left behind. */
  endSession(orphans: OrphanedSession): Promise<void>;
  nextInputId(): bigint;
  /** Keys of an attached client's terminal that a former daemon did not deal with. */
  unread(client: bigint, keys: UnreadKeys, taken: () => void): void;
  /** Something was done to a pane; the promise settles when that can be lost no more. */
  settling(settled: Promise<void>): void;
  /** Text of a pane is looked at that is not written down yet: whoever is shown it must not see less of it later. */
  showing(write: () => Promise<void>): void;
}

export interface HeldPaneOptions {
  readonly holding: Holding;
  /** The pane's own directory; undefined where journals are off. */
  readonly journalDirectory: string | undefined;
  /** A former daemon may have left a journal there. */
  readonly recover: boolean;
  /** The daemon's words about the pane, for the next daemon: asked for at the start of a process and after changes. */
  describe(): string;
  /** Output came before anybody looked at the screen: makes somebody ask `createScreen` for it. */
  screenWanted(): void;
  /** A default colour as whoever looks at the pane has it, as 0xrrggbb; undefined where it is not known. */
  colour?(which: DefaultColour): number | undefined;
  /** Output was parsed. */
  printed(): void;
  /** Somebody typed into it. */
  typed?(): void;
  /** The process ended and its output is written down. The holder is let go when this returns. */
  exited(exit: ExitState, lost: string | undefined): void;
  troubled(trouble: JournalTrouble | undefined): void;
  /** Some of what it printed is in no journal, and its holder does not have it any more. */
  lost(loss: OutputLoss): void;
}

/** What is known of a process that a former daemon started. */
export interface KnownProcess {
  readonly size: SpawnRequest["size"];
  /** Undefined where its start was never confirmed … */
  readonly started?: StartedProcess | undefined;
  /** Undefined where it is not on record. */
  readonly holder?: HolderIdentity | undefined;
  /** … and then it may have to be launched: it never was, if nothing holds it. */
  readonly request?: SpawnRequest | undefined;
}

/** Output received but not parsed: above the first the holder is not read from, below the second it is again. */
const HIGH_WATER_BYTES = 128 * 1024;
const LOW_WATER_BYTES = 32 * 1024;

/** Ids of answers to queries; ids of typed input have the highest bit set, so the two never meet. */
const REPLY_IDS = 1n << 62n;

/**
 * One pane's life beyond the daemon's: its process behind a holder, its journal, its screen. Of a pane that a former
 * daemon left, nothing is read until it is needed, so that a daemon with many panes answers at once.
 */
export class HeldPane {
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

  /** Whoever wants it made before it exists says so through `screenWanted`. */
  get screen(): HeldScreen {
    if (!this.#screen) this.#options.screenWanted();
    if (!this.#screen) throw new Error("a pane has no screen");
    return this.#screen;
  }

  createScreen(options: ScreenOptions): Screen {
    this.#screen ??= new HeldScreen({
      maker: this.#holding.screens,
      options,
      slices: this.#holding.slices,
      ...this.#open(),
      reply: (bytes, number) => this.#process?.reply(bytes, REPLY_IDS + BigInt(number)),
      colour: (which) => this.#options.colour?.(which),
      changing: (written) => this.#holding.settling(written),
      showing: (write) => this.#holding.showing(write),
      parsed: () => {
        this.#options.printed();
        this.#watchWater();
      },
    });
    return this.#screen;
  }

  /** A new process in the pane, the first or a following one. It is launched when the caller's turn is over. */
  start(key: bigint, request: SpawnRequest): HeldProcess {
    this.#unheard();
    const process = this.#newProcess(key, request.size);
    this.#changeHolder(key);
    void Promise.resolve().then(() => process.launch(() => this.#launch(key, request)));
    return process;
  }

  /** The process of a former daemon's pane. It is looked for in a slice of its own, or when somebody needs it. */
  adopt(key: bigint, known: KnownProcess): HeldProcess {
    const process = this.#newProcess(key, known.size);
    const { request } = known;
    const relaunch = request && (() => this.#launch(key, request));
    if (known.started) process.know(known.started, known.holder);
    let found = false;
    const find = () => {
      if (found) return false;
      found = true;
      if (!this.#discarded && this.#journal.position.holderKey !== key) this.#changeHolder(key);
      process.find(relaunch); // Also of a pane that was closed meanwhile: its process is to hear of that.
      if (!this.#discarded) this.#options.screenWanted();
      return false;
    };
    process.whenNeeded(find);
    this.#holding.slices.add({ slice: find });
    return process;
  }

  /** A process that ran beside the panes goes on in this one, which had none. */
  take({ key, started, offset }: HandedProcess, size: SpawnRequest["size"]): HeldProcess {
    const process = this.#newProcess(key, size);
    this.#changeHolder(key);
    this.#journal.append({ kind: "output", offset, bytes: new Uint8Array() });
    process.know(started);
    process.find(undefined);
    return process;
  }

  /**
   * Resolves when everything is on the screen that the process printed before the call: the holder reads it from the PTY and
   * sends it ahead of its answer. A pane that floods is not waited for, since there is always more.
   */
  async flush(): Promise<void> {
    const floods = this.#paused || (this.#screen?.waitingBytes ?? 0) > LOW_WATER_BYTES;
    this.#screen?.settle();
    if (floods || !this.#process) return;
    await this.#process.query();
    this.#screen?.settle();
  }

  /** Everything the process prints from now on, as it comes, until the returned function is called. */
  tap(onOutput: (bytes: Uint8Array, offset: number) => void): () => void {
    this.#taps.add(onOutput);
    return () => this.#taps.delete(onOutput);
  }

  /** Of its screen; a classic terminal's where it never had one. */
  get size(): SpawnRequest["size"] {
    const { cols = 80, rows = 24 } = this.#screen ?? {};
    return { cols, rows };
  }

  /** Of the present process: offsets of its output count from 0. */
  get holderKey(): bigint {
    return this.#journal.position.holderKey;
  }

  /** Bytes of output that were received from the present process. */
  get outputEnd(): number {
    return this.#journal.position.offset;
  }

  /** What the present process printed from an offset on, as far as the journal still has it. */
  async *recorded(from: number): AsyncGenerator<OutputStretch> {
    const { files = diskFiles } = this.#holding;
    const { journalDirectory: directory } = this.#options;
    await this.#journal.flushed();
    if (directory !== undefined) yield* recordedOutput({ files, directory, from });
  }

  /** Everything that its journal has, of earlier processes too; undefined where journals are off. */
  async recording(): Promise<Iterable<TimedRecord> | undefined> {
    const { files = diskFiles } = this.#holding;
    const { journalDirectory: directory } = this.#options;
    await this.#journal.flushed();
    return directory === undefined ? undefined : recording(files, directory);
  }

  /** Settles when everything received is written down. */
  async written(): Promise<void> {
    await this.#opened?.journal.flushed();
  }

  /** The pane is closed: its process is on its way out, and nothing it still prints matters. */
  async discard(): Promise<void> {
    this.#discarded = true;
    this.#screen?.dispose();
    this.#unheard();
    await this.#journal.remove();
  }

  /** The pane is closed, but somebody may still ask what was on it: its journal stays until it is removed. */
  async retire(): Promise<void> {
    this.#discarded = true;
    this.#screen?.dispose();
    this.#unheard();
    await this.#journal.close();
  }

  /** Of a retired pane: nothing of it stays. */
  async remove(): Promise<void> {
    this.#screen?.dispose();
    await this.#journal.remove();
  }

  /** The daemon goes; holders and journals stay. */
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
    const { files = diskFiles, quotaBytes } = this.#holding;
    const { journalDirectory: directory, recover } = this.#options;
    const recovered =
      recover && directory !== undefined
        ? recoverJournal(files, directory, (loss) => this.#options.lost(loss))
        : undefined;
    const journal = new Journal({
      directory,
      files,
      recovered,
      ...(quotaBytes === undefined ? {} : { quotaBytes }),
      onAccepted: (offset) => this.#process?.accept(offset),
      encodeScreen: () => this.screen.encode(),
      onTrouble: (trouble) => this.#options.troubled(trouble),
    });
    this.#opened = { journal, recovered };
    return this.#opened;
  }

  #newProcess(key: bigint, size: SpawnRequest["size"]): HeldProcess {
    const process: HeldProcess = new HeldProcess({
      holders: this.#holding.holders,
      descriptors: this.#holding.descriptors,
      key,
      socketPath: join(this.#holding.socketDirectory, keyName(key)),
      size,
      dropsUnread: true,
      nextInputId: () => this.#holding.nextInputId(),
      typing: (handed) => {
        this.#holding.settling(handed);
        this.#options.typed?.();
      },
      typedThere: () => this.#options.typed?.(),
      unread: (client, keys, taken) => this.#holding.unread(client, keys, taken),
      takingBack: (back) => this.#holding.settling(back),
      describe: () => this.#options.describe(),
      closing: () => this.#holding.closing(key),
      forgotten: () => this.#holding.forgotten(key),
      endSession: (orphans) => this.#holding.endSession(orphans),
      resumeAt: (welcome) => this.#resumeAt(welcome),
      output: (offset, bytes) => this.#output(process, offset, bytes),
      exited: (exit, lost) => void this.#exited(process, exit, lost),
    });
    this.#process = process;
    return process;
  }

  #launch(key: bigint, request: SpawnRequest): Promise<LaunchOutcome> {
    return this.#holding.launch({
      key,
      socketPath: join(this.#holding.socketDirectory, keyName(key)),
      cwd: request.cwd,
      ...(request.file === undefined ? {} : { file: request.file }),
      argv: request.argv,
      environment: [...request.environment].map(([name, value]) => `${name}=${value}`),
      size: request.size,
      description: this.#options.describe(),
    });
  }

  #changeHolder(key: bigint): void {
    this.#screen?.holderChanged();
    this.#journal.append({ kind: "holder", key });
  }

  /** What an earlier process in this pane still says is let through unheard, so that it can end. */
  #unheard(): void {
    this.#paused = false;
    this.#process?.resume();
  }

  /** A holder may keep less than the journal misses, if the journal was in memory: then it goes on where it can. */
  #resumeAt(welcome: Welcome): number {
    const { offset } = this.#journal.position;
    if (this.#options.journalDirectory !== undefined && !this.#discarded && welcome.firstOffset > offset)
      this.#options.lost({ from: offset, to: welcome.firstOffset, lines: undefined });
    return Math.max(offset, welcome.firstOffset);
  }

  #output(process: HeldProcess, offset: number, bytes: Buffer): void {
    if (this.#discarded || process !== this.#process) {
      process.accept(offset + bytes.length);
      return;
    }
    const { screen } = this; // Made before anything is printed on it: a recording begins with its size.
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

  async #exited(process: HeldProcess, exit: ExitState, lost: string | undefined): Promise<void> {
    if (process === this.#process && !this.#discarded) {
      await this.#journal.flushed();
      if (process === this.#process && !this.#discarded) this.#options.exited(exit, lost);
    }
    process.forget();
  }
}

/** A holder's file name. */
export function keyName(key: bigint): string {
  return key.toString(16).padStart(16, "0");
}
