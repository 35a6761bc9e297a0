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
  return runTimer(both, "call-timer", [String(rounds), String(concurrency), ...argv]);
}

const TIMER_MOST_MS = 120_000;

/** Milliseconds that a timer of this directory measured, a list for each line that it printed. */
export function runTimer(both: Both, name: string, argv: readonly string[]): number[][] {
  const { status, stdout, stderr } = spawnSync(compiledTimer(both, name), argv, {
    env: both.environment,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    timeout: TIMER_MOST_MS,
  });
  if (status !== 0) throw new Error(`${name}: ${stderr.trim()}`);
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => line.split(" ").map((us) => Number(us) / 1000));
}

const compiled = new Map<string, string>();

/** A program in C of this directory, compiled once per run: timing from Node would measure Node's own work. */
export function compiledTimer({ dir }: Both, name: string): string {
  const program = join(dir, name);
  if (compiled.get(name) !== program)
    execFileSync(process.env.CC ?? "cc", ["-O2", "-o", program, join(packageRoot, `bench/${name}.c`)]);
  compiled.set(name, program);
  return program;
}
