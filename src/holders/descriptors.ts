import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { openFilesLimit } from "../processes/platform.ts";

/** Descriptors held open in reserve, released when no other is left. */
const RESERVED = 16;
/** Within this distance of the limit, work that can wait opens no descriptor. */
const MARGIN = 8;
const LOOK_AGAIN_MS = 1_000;

/**
 * Tracks how close the daemon is to its limit of open files. Every pane uses two: its holder's connection and its
 * journal. With none left, the daemon could not even accept the call that asks what is wrong, so this class keeps some
 * in reserve: when few are left it releases the reserve for calls, and connects to holders only after other descriptors
 * close. Their programs continue meanwhile, and their output waits in the holder.
 *
 * The system assigns the lowest free number, so the number of a new descriptor shows how many are open.
 */
export class Descriptors {
  /** Undefined if the system does not report a limit; then descriptors never run low. */
  readonly limit: number | undefined;
  #reserve: number[] = [];
  #isLow = false;

  constructor(limit = openFilesLimit("self")) {
    this.limit = limit;
    if (limit !== undefined) this.#takeReserve(limit);
  }

  get isLow(): boolean {
    return this.#isLow;
  }

  /** Records a connection that was opened or accepted. */
  opened(socket: Socket): void {
    const fd = (socket as Socket & { readonly _handle?: { readonly fd?: number } })._handle?.fd ?? -1;
    if (this.limit !== undefined && fd >= this.limit - MARGIN) this.#giveUpReserve();
  }

  /** Records that the system refused a descriptor. */
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

  /** Returns false if too few would be left. */
  #takeReserve(limit: number): boolean {
    const taken: number[] = [];
    try {
      while (taken.length < RESERVED) taken.push(openSync("/dev/null", "r"));
    } catch {
      // No descriptor is left.
    }
    const isEnough = taken.length === RESERVED && taken.every((fd) => fd < limit - MARGIN);
    if (isEnough) this.#reserve = taken;
    else for (const fd of taken) closeSync(fd);
    return isEnough;
  }
}
