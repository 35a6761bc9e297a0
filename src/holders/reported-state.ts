import type { Foreground } from "../core/ports.ts";
import { processFile, processLink, statFields } from "../processes/platform.ts";
import { argumentsOf } from "../processes/process-table.ts";
import { encodeQuery, type HeldState } from "../wire/holder-wire.ts";

/** What the system and the holder report about a process and its terminal. */
export class ReportedState {
  readonly #send: (frame: Buffer) => void;
  #last: HeldState | undefined;
  #queries = 0;
  #foreground: Foreground | undefined;
  readonly #asked = new Map<number, (state: HeldState | undefined) => void>();

  constructor(send: (frame: Buffer) => void) {
    this.#send = send;
  }

  /** Without /proc only the holder knows; the next call returns the newer answer. */
  foreground(pid: number): Foreground | undefined {
    const current = this.#readForeground(pid);
    if (current) return current;
    this.#ask();
    if (!this.#last) return undefined;
    const { foregroundPgrp: pgrp, command, cwd } = this.#last;
    return { pgrp, command, cwd };
  }

  /** The holder's view of the terminal now; undefined if the holder or the process ends before it answers. */
  query(): Promise<HeldState | undefined> {
    this.#ask();
    return new Promise((resolve) => this.#asked.set(this.#queries, resolve));
  }

  onState(state: HeldState): void {
    this.#last = state;
    this.#asked.get(state.sequence)?.(state);
    this.#asked.delete(state.sequence);
  }

  /** The holder answers no more. */
  onLost(): void {
    for (const resolve of this.#asked.values()) resolve(undefined);
    this.#asked.clear();
  }

  #ask(): void {
    this.#queries += 1;
    this.#send(encodeQuery(this.#queries));
  }

  /** A state, a description and a format of one pane ask for it in one turn of the event loop, and share one read. */
  #readForeground(pid: number): Foreground | undefined {
    if (this.#foreground) return this.#foreground;
    this.#foreground = readForeground(pid);
    if (this.#foreground)
      queueMicrotask(() => {
        this.#foreground = undefined;
      });
    return this.#foreground;
  }
}

/**
 * The foreground process of this process's terminal, read synchronously from /proc. Undefined if there is no /proc or
 * the process is gone.
 */
function readForeground(pid: number): Foreground | undefined {
  const pgrp = Number(statFields(pid)?.[5]);
  if (!(pgrp > 0)) return undefined;
  // argv[0] unchanged, or the kernel's short name for a process without arguments.
  const argv = argumentsOf(pgrp);
  const command = argv[0] || (processFile(pgrp, "comm") ?? "").trimEnd();
  return { pgrp, command, argv, cwd: processLink(pgrp, "cwd") || processLink(pid, "cwd") || "" };
}
