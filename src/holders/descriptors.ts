import { closeSync, openSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";

/** Kept open for nothing, to be given up when no other is left. */
const RESERVED = 16;
/** This near to the limit, what can wait opens no more. */
const MARGIN = 8;
const LOOK_AGAIN_MS = 1_000;

/**
 * How near the daemon is to its limit of open files. Every pane takes two: its holder's connection and its journal. Without
 * any left the daemon could not even accept the call that asks what is wrong, so some are kept in reserve: when few are
 * left the reserve is given up for calls, and holders are connected to when others have been closed. Their programs run
 * on meanwhile, and what they print waits in the holder.
 *
 * The system gives the lowest free number, so the number of a new descriptor tells how many there are.
 */
export class Descriptors {
  /** Undefined where the system does not tell; then nothing is ever low. */
  readonly limit: number | undefined;
  #reserve: number[] = [];
  #isLow = false;

  constructor(limit = openFilesLimit()) {
    this.limit = limit;
    if (limit !== undefined) this.#takeReserve(limit);
  }

  get isLow(): boolean {
    return this.#isLow;
  }

  /** A connection was opened or accepted. */
  opened(socket: Socket): void {
    const fd = (socket as Socket & { readonly _handle?: { readonly fd?: number } })._handle?.fd ?? -1;
    if (this.limit !== undefined && fd >= this.limit - MARGIN) this.#giveUpReserve();
  }

  /** The system has refused one. */
  refused(): void {
    if (this.limit !== undefined) this.#giveUpReserve();
  }

  #giveUpReserve(): void {
    if (this.#isLow) return;
    this.#isLow = true;
    for (const fd of this.#reserve.splice(0)) closeSync(fd);
    this.#lookLater();
  }

  #lookLater(): void {
    setTimeout(() => {
      this.#isLow = !this.#takeReserve(this.limit!);
      if (this.#isLow) this.#lookLater();
    }, LOOK_AGAIN_MS).unref();
  }

  /** False where too few are left besides. */
  #takeReserve(limit: number): boolean {
    const taken: number[] = [];
    try {
      while (taken.length < RESERVED) taken.push(openSync("/dev/null", "r"));
    } catch {
      // None is left.
    }
    const isEnough = taken.length === RESERVED && taken.every((fd) => fd < limit - MARGIN);
    if (isEnough) this.#reserve = taken;
    else for (const fd of taken) closeSync(fd);
    return isEnough;
  }
}

function openFilesLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
