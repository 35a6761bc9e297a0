import { setTimeout as delay } from "node:timers/promises";
import { familyOf, type ProcessRow, processTable } from "../processes/process-table.ts";

/** Processor and memory usage of a pane's processes together. */
export interface PaneUsage {
  /** Percent of one processor: two busy ones are 200. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly processes: number;
}

interface Sample {
  readonly timeMs: number;
  readonly rows: readonly ProcessRow[];
}

/** The system counts processor time in hundredths of a second: a shorter interval is too coarse. */
const SHORTEST_LOOK_MS = 100;
/** With a longer interval the average would no longer describe the present. */
const LONGEST_LOOK_MS = 10_000;

/**
 * Processor usage is the difference of two samples. The last sample is kept, so that a caller that asks again within a
 * few seconds does not wait; without callers nothing is sampled.
 */
export class UsageMeter {
  readonly #table: () => Promise<readonly ProcessRow[]>;
  #before: Sample | undefined;

  constructor(table: () => Promise<readonly ProcessRow[]> = processTable) {
    this.#table = table;
  }

  /** Usage by the id of each pane's first process. An ended process has no entry. */
  async measure(pids: readonly number[]): Promise<ReadonlyMap<number, PaneUsage>> {
    if (pids.length === 0) return new Map();
    const before = await this.#earlier();
    const now = await this.#look();
    if (now.timeMs - before.timeMs > 10 * SHORTEST_LOOK_MS) this.#before = now;
    const used = new Map(before.rows.map(({ pid, cpuMs }) => [pid, cpuMs]));
    const elapsedMs = Math.max(1, now.timeMs - before.timeMs);
    return new Map(
      pids.flatMap((pid) => {
        const family = familyOf(pid, now.rows);
        return family.length === 0 ? [] : [[pid, usageOf(family, used, elapsedMs)] as const];
      }),
    );
  }

  /** A previous sample that is neither too recent nor too old. */
  async #earlier(): Promise<Sample> {
    const age =
      this.#before === undefined ? Number.POSITIVE_INFINITY : performance.now() - this.#before.timeMs;
    if (age > LONGEST_LOOK_MS) this.#before = await this.#look();
    if (age < SHORTEST_LOOK_MS || age > LONGEST_LOOK_MS) await delay(SHORTEST_LOOK_MS);
    return this.#before!;
  }

  async #look(): Promise<Sample> {
    return { rows: await this.#table(), timeMs: performance.now() };
  }
}

/** A process that is not in the previous sample has used all of its time since then. */
function usageOf(
  family: readonly ProcessRow[],
  used: ReadonlyMap<number, number>,
  elapsedMs: number,
): PaneUsage {
  const sum = (of: (row: ProcessRow) => number) => family.reduce((total, row) => total + of(row), 0);
  const cpuMs = sum((row) => Math.max(0, row.cpuMs - (used.get(row.pid) ?? 0)));
  return {
    cpuPercent: Math.round((1000 * cpuMs) / elapsedMs) / 10,
    memoryBytes: sum(({ memoryBytes }) => memoryBytes),
    processes: family.length,
  };
}
