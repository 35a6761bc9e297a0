import { familyOf, processTable } from "../processes/process-table.ts";
import type { RuntimeMetrics } from "./contract.ts";

interface Sample {
  readonly at: number;
  readonly cpuMs: number;
}

const MIB = 1024 * 1024;

/**
 * What sessions use: memory and processor time of an agent and of all that it started. The processor's share is that
 * since the last question, at first since the session began; 100 is one core.
 */
export class Usage {
  readonly #samples = new Map<string, Sample>();

  async measure(
    contextId: string,
    { pid, createdAt }: { pid: number; createdAt: number },
  ): Promise<RuntimeMetrics> {
    const family = familyOf(pid, await processTable());
    const at = Date.now();
    const uptimeMs = Math.max(at - createdAt, 0);
    if (family.length === 0) return { uptimeMs };
    const cpuMs = family.reduce((sum, row) => sum + row.cpuMs, 0);
    const last = this.#samples.get(contextId) ?? { at: createdAt, cpuMs: 0 };
    this.#samples.set(contextId, { at, cpuMs });
    const memory = family.reduce((sum, row) => sum + row.memoryBytes, 0);
    return {
      uptimeMs,
      memoryMb: round(memory / MIB),
      cpuPercent: round((100 * Math.max(cpuMs - last.cpuMs, 0)) / Math.max(at - last.at, 1)),
    };
  }

  forget(contextId: string): void {
    this.#samples.delete(contextId);
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
