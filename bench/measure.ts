import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Both, type Multiplexer, packageRoot } from "./multiplexer.ts";

/** One line of the result: the same operation by both. Lower is better in every unit used. */
export interface Row {
  /** Key into tolerances.ts. */
  readonly id: string;
  readonly unit: "ms" | "MB" | "count";
  /** Undefined if the real tmux does not support the operation. */
  readonly tmux: number | undefined;
  readonly mullion: number;
}

export interface Bench {
  readonly name: string;
  run(both: Both, quick: boolean): Promise<Row[]>;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/**
 * The quantile of the median stretch: a short stall of the machine affects one stretch and not the figure, which the
 * largest of all values would reflect.
 */
export function steadyQuantile(stretches: readonly (readonly number[])[], q: number): number {
  return median(stretches.map((values) => quantile(values, q)));
}

/** Splits values into `count` stretches of equal length, in order. */
export function inStretches(values: readonly number[], count: number): number[][] {
  const length = Math.floor(values.length / count);
  return Array.from({ length: count }, (_, i) => values.slice(i * length, (i + 1) * length));
}

/** Milliseconds of each call, a list for each command; the commands take turns, round by round. */
export function timeCalls(
  both: Both,
  calls: readonly { readonly on: Multiplexer; readonly argv: readonly string[] }[],
  { rounds, concurrency = 1 }: { rounds: number; concurrency?: number },
): number[][] {
  const argv = calls.flatMap(({ on, argv }) => ["--next", ...on.command, ...argv]);
  const result = spawnSync(callTimer(both.dir), [String(rounds), String(concurrency), ...argv], {
    env: both.environment,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (result.status !== 0) throw new Error(`call-timer: ${result.stderr.trim()}`);
  const lines = result.stdout.trimEnd().split("\n");
  return lines.map((line) => line.split(" ").map((us) => Number(us) / 1000));
}

const compiled = new Map<string, string>();

/** Compiled once per run: timing calls from Node would measure Node's own fork. */
function callTimer(dir: string): string {
  const known = compiled.get(dir);
  if (known !== undefined) return known;
  const program = join(dir, "call-timer");
  execFileSync(process.env.CC ?? "cc", ["-O2", "-o", program, join(packageRoot, "bench/call-timer.c")]);
  compiled.set(dir, program);
  return program;
}
