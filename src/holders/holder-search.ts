import { askForSocket, type HolderIdentity, holderOf, isHolderGone } from "./find-holder.ts";

/** Why a holder of a live process does not answer, and since when. */
export interface Silence {
  readonly sinceMs: number;
  readonly reason: string;
}

/** Pauses between attempts to connect: each is twice as long as the previous one. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 5_000;
/** A holder greets at once, unless it is stopped or the machine is overloaded. */
const GREETING_MS = 2_000;
/** Attempts after which an unknown holder without a listener on its socket counts as dead. */
const MAX_UNKNOWN_ATTEMPTS = 4;

/** Attempts to reach the holder of a process: when to make the next one, and whether the holder still exists. */
export class HolderSearch {
  readonly #socketPath: string;
  /** The holder's process; undefined if never learned. */
  holder: HolderIdentity | undefined;
  /** Set while the holder lives and does not answer. */
  silence: Silence | undefined;
  #attempts = 0;
  /** Runs until the next attempt to connect, or until the greeting is overdue. */
  #timer: NodeJS.Timeout | undefined;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  onConnecting(): void {
    this.#timer = setTimeout(() => this.#noteSilence("it does not answer"), GREETING_MS).unref();
  }

  onGreeted(holder: HolderIdentity): void {
    this.stop();
    this.#attempts = 0;
    this.silence = undefined;
    this.holder = holder;
  }

  onFailed(): void {
    this.#attempts += 1;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** `pid` is the process that the holder started; `isUnbound`: no process listens on the holder's socket. */
  isHolderGone(pid: number, isUnbound: boolean): boolean {
    this.holder ??= holderOf(pid);
    if (this.holder !== undefined) return isHolderGone(this.holder, this.#socketPath);
    return isUnbound && this.#attempts >= MAX_UNKNOWN_ATTEMPTS;
  }

  /** The holder lives, and its socket file is gone. */
  askForSocket(): void {
    if (this.holder) askForSocket(this.holder, this.#socketPath);
  }

  connectLater(connect: () => void, reason: string): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#attempts - 1), LONGEST_PAUSE_MS);
    // A holder that was just killed exists for another moment: that is no silence.
    if (pauseMs >= GREETING_MS / 10) this.#noteSilence(reason);
    this.#timer = setTimeout(connect, pauseMs).unref();
  }

  #noteSilence(reason: string): void {
    this.silence = { sinceMs: this.silence?.sinceMs ?? Date.now(), reason };
  }
}
