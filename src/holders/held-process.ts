import { existsSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { deferred } from "../core/deferred.ts";
import { MuxError } from "../core/errors.ts";
import { isFocusReport } from "../core/mux/focus.ts";
import {
  type ExitState,
  type Foreground,
  isSameSize,
  type PaneProcess,
  type ProgramStart,
  type Size,
  type StartedProcess,
  type TerminalUse,
} from "../core/ports.ts";
import type { HolderLending } from "../lending/lending.ts";
import { processHasEnded } from "../processes/process-mark.ts";
import { terminalUse } from "../processes/reads-terminal.ts";
import { Stirring } from "../processes/stirring.ts";
import {
  encodeAck,
  encodeClose,
  encodeDescribe,
  encodeEndInput,
  encodeForget,
  encodeListen,
  encodeResize,
  encodeSignal,
  type HeldState,
  LAUNCH_STAGE,
  type LaunchRequest,
  type Welcome,
} from "../wire/holder-wire.ts";
import type { ConnectedHolder } from "./connected-holders.ts";
import type { HolderIdentity } from "./find-holder.ts";
import { type ConnectionLoss, HolderConnection } from "./holder-connection.ts";
import { HolderSearch, type Silence } from "./holder-search.ts";
import type { Holding, InputRecord } from "./holding.ts";
import { type InputProgress, InputQueue } from "./input-queue.ts";
import type { LaunchOutcome } from "./launcher.ts";
import { ReportedState } from "./reported-state.ts";
import { ResizeThrottle } from "./resize-throttle.ts";

/** A process that another owner continues. */
export interface HandedProcess {
  readonly key: bigint;
  readonly started: StartedProcess;
  /** Output before this offset has been received. */
  readonly offset: number;
}

export interface HeldProcessOptions {
  readonly holding: Holding;
  /** Names the holder, on disk and on the wire. Never reused. */
  readonly key: bigint;
  readonly socketPath: string;
  readonly size: Size;
  /** Discards writes beyond a bound while the program does not read; otherwise all writes wait. */
  readonly dropsUnread: boolean;
  readonly inputs: InputRecord;
  readonly subject: HeldSubject;
  readonly reader: ProcessReader;
}

/** What the process is for, such as a pane. */
export interface HeldSubject {
  /** Describes the process; the holder stores the text for the next daemon. */
  describe(): string;
  /** A user typed into the process's terminal; without `bytes`, the daemon does not know what. */
  onTyped(bytes?: Uint8Array): void;
}

/** Reads the output of a process. */
export interface ProcessReader {
  /** Returns the offset at which output resumes. */
  resumeAt(welcome: Welcome): number;
  onOutput(process: HeldProcess, offset: number, bytes: Buffer): void;
  /** Called once, after the last byte of output. */
  onExit(process: HeldProcess, exit: ExitState, lost: string | undefined): void;
}

const GRACE_MS = 5_000;

/**
 * A pane's process, seen from the daemon: a handle that exists at once, while a holder is launched or found again.
 * Requests made before the holder is connected wait for it, in order.
 */
export class HeldProcess implements PaneProcess, ConnectedHolder {
  readonly key: bigint;
  readonly #options: HeldProcessOptions;
  readonly #inputs = new InputQueue();
  readonly #reported = new ReportedState((frame) => this.#send(frame));
  readonly #search: HolderSearch;
  readonly #started = deferred<StartedProcess>();
  readonly #gone = deferred();
  readonly #ended = deferred();
  #process: StartedProcess = { pid: 0, tty: "" };
  readonly #sizes: ResizeThrottle;
  #connection: HolderConnection | undefined;
  #waiting: Buffer[] = [];
  #description: string | undefined;
  /** The holder was launched with the current description. */
  #isDescribed = false;
  /** The holder has greeted this daemon. */
  #witnessed = false;
  #exited = false;
  readonly #stirring = new Stirring();
  #relaunch: (() => void) | undefined;
  /** Progress of the last write. */
  #handed: Promise<void> = Promise.resolve();
  #inputIds: number | undefined;
  readonly #lending: HolderLending;
  #find: (() => void) | undefined;

  constructor(options: HeldProcessOptions) {
    this.key = options.key;
    this.#options = options;
    this.#sizes = new ResizeThrottle(options.size, (size) => this.#send(encodeResize(size)));
    this.#search = new HolderSearch(options.socketPath);
    this.started.catch(() => {});
    this.#lending = options.holding.lending.holder(this);
  }

  get started(): Promise<StartedProcess> {
    return this.#started.promise;
  }

  /** Resolves when the process has ended and its holder was released. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  get subject(): HeldSubject {
    return this.#options.subject;
  }

  get inputs(): InputRecord {
    return this.#options.inputs;
  }

  /** The process runs, and all input typed before is on its way to it. */
  get isIdle(): boolean {
    return !this.#exited && this.#inputs.idle;
  }

  /** Sends a frame to the holder; drops it if the holder is not connected. */
  sendFrame(frame: Buffer): void {
    this.#connection?.send(frame);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get socketPath(): string {
    return this.#options.socketPath;
  }

  /** Asks the holder to create a removed socket file again. */
  listenAgain(): void {
    this.sendFrame(encodeListen());
  }

  get tty(): string {
    return this.#process.tty;
  }

  /** The holder's process; undefined while unknown. */
  get holder(): HolderIdentity | undefined {
    return this.#search.holder;
  }

  /** Set while the holder lives and does not answer. */
  get silence(): Silence | undefined {
    return this.#search.silence;
  }

  /** What the launcher needs to start a holder of this process. */
  launchRequest({ environment, ...program }: ProgramStart & { readonly size?: Size }): LaunchRequest {
    const { key, socketPath, size, subject } = this.#options;
    const variables = Array.from(environment, ([name, value]) => `${name}=${value}`);
    return { size, ...program, key, socketPath, environment: variables, description: subject.describe() };
  }

  /** Starts a holder. `launch` may be called a second time with the same key if a launcher died. */
  async launch(launch: () => Promise<LaunchOutcome>): Promise<void> {
    const outcome = await launch();
    if (outcome.kind === "launch-failed" && !isHeld(outcome)) {
      this.#fail(outcome);
      return;
    }
    if (outcome.kind === "launched") {
      this.#search.holder = { pid: outcome.holderPid, startedMs: Date.now() };
      this.#isDescribed = true;
      this.#start({ pid: outcome.childPid, tty: outcome.tty });
      // Callers that wait for the start are answered first.
      setImmediate(() => this.#connect());
      return;
    }
    if (outcome.kind === "unknown") this.#relaunch = () => void this.launch(launch);
    this.#connect();
  }

  /** Sets what a previous daemon recorded about the process and its holder. */
  know(process: StartedProcess, holder?: HolderIdentity): void {
    this.#search.holder = holder;
    this.#start(process);
  }

  /** The pane has moved or was renamed: sends the holder the new description. */
  describe(): void {
    const description = this.subject.describe();
    if (this.#description === undefined || this.#description === description) return;
    this.#description = description;
    this.sendFrame(encodeDescribe(description));
  }

  /** Connects to the holder that a previous daemon left; if there is none, launches one with `relaunch`, if given. */
  find(relaunch: (() => Promise<LaunchOutcome>) | undefined): void {
    this.#find = undefined;
    if (relaunch) this.#relaunch = () => void this.launch(relaunch);
    if (relaunch && !existsSync(this.#options.socketPath)) this.#launchAgain();
    else this.#connect();
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#write(bytes).taken;
  }

  get inputRefusal(): MuxError | undefined {
    return this.#inputs.isFull ? unread() : undefined;
  }

  /** As `write`, but resolves as soon as the input is certain to arrive even if the daemon dies. */
  hand(bytes: Uint8Array): Promise<void> {
    return this.#write(bytes).handed;
  }

  /** Ends the input: a process without a terminal reads end of file after the queued bytes. */
  endInput(): Promise<void> {
    return this.#handed.then(() => this.#send(encodeEndInput()));
  }

  /** Passes a closed gate; `id` is the same whenever the same reply is sent again. */
  reply(bytes: Uint8Array, id: bigint): void {
    this.#inputs.reply(bytes, id);
  }

  holdInput(): void {
    this.#inputs.hold();
  }

  releaseInput(): void {
    this.#inputs.release();
    this.#lending.onIdle();
  }

  resize(size: Size): void {
    this.#sizes.change(size);
  }

  signal(signal: number): void {
    this.#send(encodeSignal(signal, "child"));
  }

  close(): void {
    if (!this.#exited) this.#options.holding.closing.add(this.key);
    this.#send(encodeClose(GRACE_MS));
  }

  /**
   * Ends the process and its holder as a stop of the machine does: nothing about it is recorded. Resolves when its last
   * output is here.
   */
  async stop(graceMs: number): Promise<void> {
    this.#send(encodeClose(graceMs));
    await this.#ended.promise;
    this.sendFrame(encodeForget());
  }

  terminalUse(foreground: Foreground): TerminalUse | undefined {
    return terminalUse(this.pid, foreground.pgrp, this.tty);
  }

  hasStirred(): boolean | undefined {
    return this.#exited ? undefined : this.#stirring.since(this.pid);
  }

  hasEnded(pgrp: number): boolean {
    return processHasEnded(pgrp);
  }

  foreground(): Foreground | undefined {
    return this.#exited || this.pid === 0 ? undefined : this.#reported.foreground(this.pid);
  }

  /** The holder's view of the terminal now; undefined if the holder or the process ends before it answers. */
  query(): Promise<HeldState | undefined> {
    return this.#exited || !this.#connection ? Promise.resolve(undefined) : this.#reported.query();
  }

  /** Acknowledges output before the offset as safe. */
  accept(offset: number): void {
    this.sendFrame(encodeAck(offset));
  }

  pause(): void {
    this.#connection?.pause();
  }

  resume(): void {
    this.#connection?.resume();
  }

  /** The exit is recorded: the holder may exit. */
  forget(): void {
    this.sendFrame(encodeForget());
    this.#options.holding.closing.delete(this.key);
    this.leave();
    this.#gone.resolve();
  }

  /** Disconnects because the daemon exits; the holder and its pane stay. */
  leave(): void {
    this.#search.stop();
    this.#stirring.close();
    this.#connection?.end();
    this.#disconnected();
  }

  /**
   * Called on input before the search for the holder, so that the input does not wait for its turn among many panes.
   */
  whenNeeded(find: () => void): void {
    this.#find = find;
  }

  #write(bytes: Uint8Array): InputProgress {
    if (this.#options.dropsUnread && this.#inputs.isFull)
      return { handed: Promise.resolve(), taken: refused(unread()) };
    this.#find?.();
    this.#sizes.flush(); // Input after a resize must reach the program at the new size.
    const progress = this.#inputs.write(bytes, this.inputs.nextInputId());
    this.inputs.noteSettling(progress.handed);
    if (!isFocusReport(bytes)) this.subject.onTyped(bytes);
    this.#handed = progress.handed;
    return progress;
  }

  #send(frame: Buffer): void {
    if (this.#connection) this.#connection.send(frame);
    else if (!this.#exited) this.#waiting.push(frame);
  }

  #start(process: StartedProcess): void {
    this.#process = process;
    this.#started.resolve(process);
  }

  #fail({ sentence, stage, errno }: Extract<LaunchOutcome, { kind: "launch-failed" }>): void {
    this.#started.reject(new MuxError("start-failed", sentence, { cause: { stage, errno } }));
    // Status 1, as the child that tmux forks exits when it cannot run the program.
    this.#end({ status: 1 }, undefined);
  }

  #connect(): void {
    const { descriptors } = this.#options.holding;
    if (descriptors.isLow) {
      this.#search.onFailed();
      this.#connectLater(`the daemon has reached its limit of ${descriptors.limit} open files`);
      return;
    }
    const connection = new HolderConnection(this.#options.socketPath, {
      onConnected: (socket) => descriptors.opened(socket),
      welcome: (welcome) => this.#onWelcome(welcome),
      ready: () => {
        this.#inputs.connect(connection, this.#inputIds);
        this.#lending.onIdle();
      },
      output: (offset, bytes) =>
        this.#lending.onOutput(offset, bytes, (at, piece) => this.#options.reader.onOutput(this, at, piece)),
      lending: (message) => this.#lending.onMessage(message),
      inputTaken: (inputId) => {
        this.#inputs.onTaken(inputId);
        this.#lending.onIdle();
      },
      state: (state) => this.#reported.onState(state),
      exit: ({ status, signal }) => this.#end(signal > 0 ? { signal } : { status }, undefined),
      lost: (loss) => {
        this.#waiting = loss.unsent;
        this.#onLost(loss);
      },
    });
    this.#connection = connection;
    this.#search.onConnecting();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const frame of waiting) connection.send(frame);
  }

  #onWelcome(welcome: Welcome): number {
    this.#relaunch = undefined;
    this.#witnessed = true;
    this.#search.onGreeted({ pid: welcome.holderPid, startedMs: welcome.startTimeMs });
    this.#start({ pid: welcome.childPid, tty: welcome.tty });
    this.#description = welcome.description;
    if (!this.#isDescribed) this.describe();
    this.#isDescribed = false;
    this.#inputIds = welcome.inputIds;
    if (welcome.relistens) this.#options.holding.holders.add(this);
    const { size } = this.#sizes;
    if (!isSameSize(welcome.size, size)) this.#send(encodeResize(size));
    const offset = this.#options.reader.resumeAt(welcome);
    this.#lending.onWelcome(welcome.level, offset);
    return offset;
  }

  /** Only a process that has ended is dead; the daemon retries one that is stopped or unreachable at the moment. */
  #onLost({ reason, code }: ConnectionLoss): void {
    this.#search.stop();
    this.#disconnected();
    this.#inputs.disconnect();
    this.#reported.onLost();
    this.#lending.onLost();
    if (this.#exited) return;
    this.#search.onFailed();
    if (code === "EMFILE" || code === "ENFILE") this.#options.holding.descriptors.refused();
    const isUnbound = code === "ENOENT" || code === "ECONNREFUSED";
    if (this.#relaunch && isUnbound) this.#launchAgain();
    else if (this.#search.isHolderGone(this.pid, isUnbound)) void this.#endOrphans(reason);
    else {
      if (code === "ENOENT") this.#search.askForSocket();
      this.#connectLater(reason);
    }
  }

  #disconnected(): void {
    this.#connection = undefined;
    this.#options.holding.holders.delete(this);
  }

  #connectLater(reason: string): void {
    this.#search.connectLater(() => this.#connect(), reason);
  }

  /**
   * The terminal is gone with its holder, and the system has sent SIGHUP to the processes on it; some may ignore that.
   */
  async #endOrphans(reason: string): Promise<void> {
    await this.#options.holding.starter.endSession({
      session: this.pid,
      startedMs: this.holder?.startedMs ?? 0,
      witnessed: this.#witnessed,
    });
    this.#search.silence = undefined;
    rmSync(this.#options.socketPath, { force: true });
    this.#end({ signal: 1 }, reason);
  }

  #launchAgain(): void {
    const relaunch = this.#relaunch!;
    this.#relaunch = undefined;
    rmSync(this.#options.socketPath, { force: true });
    relaunch();
  }

  #end(exit: ExitState, lost: string | undefined): void {
    if (this.#exited) return;
    this.#exited = true;
    this.#sizes.stop();
    this.#stirring.close();
    this.#waiting = [];
    this.#inputs.end();
    this.#reported.onLost();
    this.#lending.onLost();
    this.#ended.resolve();
    this.#options.reader.onExit(this, exit, lost);
  }
}

/** A launcher that survived the previous daemon was faster: the holder already exists. */
function isHeld({ stage, errno }: Extract<LaunchOutcome, { kind: "launch-failed" }>): boolean {
  return stage === LAUNCH_STAGE.STAGE_SOCKET && errno === constants.errno.EADDRINUSE;
}

function unread(): MuxError {
  return new MuxError(
    "too-large",
    "the program in the pane does not read its input, and no more can wait for it: nothing was typed",
  );
}

/** A rejected promise that callers may ignore. */
function refused(error: MuxError): Promise<never> {
  const promise = Promise.reject(error);
  promise.catch(() => {});
  return promise;
}
