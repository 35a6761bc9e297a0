import { familyOf, processTable } from "../processes/process-table.ts";
import type { RuntimeMetrics } from "./contract.ts";

const MIB = 1024 * 1024;

/**
 * Resource use of sessions: memory and processor time of an agent and all its descendants. The processor share covers
 * the time since the previous call, or since the session's start at first; 100 is one core.
 */
export class Usage {
  /** By the agents' process ids. */
  readonly #samples = new Map<number, { readonly at: number; readonly cpuMs: number }>();

  async measure({ pid, createdAt }: { pid: number; createdAt: number }): Promise<RuntimeMetrics> {
    const family = familyOf(pid, await processTable());
    const at = Date.now();
    const uptimeMs = Math.max(at - createdAt, 0);
    const last = this.#samples.get(pid) ?? { at: createdAt, cpuMs: 0 };
    this.#samples.delete(pid);
    if (family.length === 0) return { uptimeMs };
    const cpuMs = family.reduce((sum, row) => sum + row.cpuMs, 0);
    const memoryBytes = family.reduce((sum, row) => sum + row.memoryBytes, 0);
    this.#samples.set(pid, { at, cpuMs });
    return {
      uptimeMs,
      memoryMb: round(memoryBytes / MIB),
      cpuPercent: round((100 * Math.max(cpuMs - last.cpuMs, 0)) / Math.max(at - last.at, 1)),
    };
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
