import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import type { ProcessRow } from "../processes/process-table.ts";
import { UsageMeter } from "./usage-meter.ts";

test("measures a process tree between two samples", async () => {
  const row = (pid: number, parent: number, cpuMs: number, memoryBytes: number): ProcessRow => ({
    pid,
    parent,
    session: 0,
    cpuMs,
    memoryBytes,
  });
  const looks = [
    [row(10, 1, 1_000, 5), row(11, 10, 500, 7), row(20, 1, 90_000, 1)],
    [row(10, 1, 1_000, 5), row(11, 10, 550, 7), row(12, 10, 50, 9), row(20, 1, 90_000, 1)],
  ];
  const meter = new UsageMeter(async () => looks.shift()!);
  const usage = await meter.measure([10, 20, 99]);
  expect(usage.get(10)).toMatchObject({ memoryBytes: 21, processes: 3 });
  // 100 ms of processor time in a sample of about 100 ms: a timer may be late, or slightly early.
  expect(usage.get(10)!.cpuPercent).toBeGreaterThan(20);
  expect(usage.get(10)!.cpuPercent).toBeLessThanOrEqual(102);
  expect(usage.get(20)).toEqual({ cpuPercent: 0, memoryBytes: 1, processes: 1 });
  expect(usage.has(99)).toBe(false);
});

test("reuses the previous sample for the next call", async () => {
  let looks = 0;
  const meter = new UsageMeter(async () => {
    looks += 1;
    return [];
  });
  await meter.measure([1]);
  const before = looks;
  await meter.measure([1]);
  expect(looks - before).toBe(1);
  expect((await meter.measure([])).size).toBe(0);
});

test("a busy process and an idle one", async () => {
  const busy = spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" });
  const idle = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  try {
    const meter = new UsageMeter();
    const pids = [busy.pid!, idle.pid!];
    await meter.measure(pids);
    const usage = await meter.measure(pids);
    expect(usage.get(busy.pid!)!.cpuPercent).toBeGreaterThan(usage.get(idle.pid!)!.cpuPercent);
    expect(usage.get(idle.pid!)!.memoryBytes).toBeGreaterThan(100_000);
  } finally {
    busy.kill("SIGKILL");
    idle.kill("SIGKILL");
  }
});
