import { setTimeout as delay } from "node:timers/promises";
import { familyOf, type ProcessRow, processTable } from "../processes/process-table.ts";

/** What a pane's processes take together. */
export interface Usage {
  /** Of one processor: two that are busy are 200. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly processes: number;
}

interface Sample {
  readonly timeMs: number;
  readonly rows: readonly ProcessRow[];
}

/** The system counts in hundredths of a second: a shorter look says nothing. */
const SHORTEST_LOOK_MS = 100;
/** An older look tells of the past, not of now. */
const LONGEST_LOOK_MS = 10_000;

/**
 * How busy processes are can only be told from two looks at them. The last one is kept: whoever asks again within a few
 * seconds waits for nothing, and nobody pays for what nobody asks.
 */
export class UsageMeter {
  readonly #table: () => Promise<readonly ProcessRow[]>;
  #before: Sample | undefined;

  constructor(table: () => Promise<readonly ProcessRow[]> = processTable) {
    this.#table = table;
  }

  /** By the id of each pane's first process. One that is gone has no entry. */
  async measure(pids: readonly number[]): Promise<ReadonlyMap<number, Usage>> {
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

  /** A look that is long enough ago and not too long. */
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

/** A process that was not there before has used all of its time since. */
function usageOf(family: readonly ProcessRow[], used: ReadonlyMap<number, number>, elapsedMs: number): Usage {
  const sum = (of: (row: ProcessRow) => number) => family.reduce((total, row) => total + of(row), 0);
  const cpuMs = sum((row) => Math.max(0, row.cpuMs - (used.get(row.pid) ?? 0)));
  return {
    cpuPercent: Math.round((1000 * cpuMs) / elapsedMs) / 10,
    memoryBytes: sum(({ memoryBytes }) => memoryBytes),
    processes: family.length,
  };
}
