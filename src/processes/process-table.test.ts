import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import {
  commandLineOf,
  familyOf,
  outputOf,
  type ProcessRow,
  parsePsLine,
  processTable,
} from "./process-table.ts";

const row = (pid: number, parent: number, session = 0): ProcessRow => ({
  pid,
  parent,
  session,
  memoryBytes: 0,
  cpuMs: 0,
});

test("this process is in the table, with its memory and its parent", async () => {
  const me = (await processTable()).find(({ pid }) => pid === process.pid)!;
  expect(me.parent).toBe(process.ppid);
  expect(me.memoryBytes / process.memoryUsage.rss()).toBeCloseTo(1, 0);
  expect(me.cpuMs).toBeGreaterThan(0);
});

test("a family: descendants, however the table is ordered, and orphans of the session", () => {
  const table = [row(5, 4), row(4, 3), row(3, 2), row(2, 1, 2), row(9, 1, 2), row(7, 1, 7), row(8, 1)];
  expect(familyOf(2, table).map(({ pid }) => pid)).toEqual([5, 4, 3, 2, 9]);
  expect(familyOf(8, table).map(({ pid }) => pid)).toEqual([8]);
  expect(familyOf(77, table)).toEqual([]);
});

test("one that has ended is not in it, its parent's notice or not", async () => {
  const child = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  expect(familyOf(process.pid, await processTable()).map(({ pid }) => pid)).toContain(child.pid);
  child.stdin!.end();
  await once(child, "exit");
  expect((await processTable()).map(({ pid }) => pid)).not.toContain(child.pid);
});

test.runIf(process.platform === "linux")("what it runs and where it prints", () => {
  expect(commandLineOf(process.pid)).toContain("node");
  expect(outputOf(process.pid)).toBeTypeOf("string");
  expect(commandLineOf(2 ** 22)).toBeUndefined();
});

test.each([
  ["  501     1   2048   0:01.50", 501, 1, 2048, 1_500],
  [" 77 3 100 01:02:03", 77, 3, 100, 3_723_000],
  [" 77 3 100 2-00:00:01", 77, 3, 100, 172_801_000],
])("ps says %j", (line, pid, parent, kib, cpuMs) => {
  expect(parsePsLine(line)).toEqual({ pid, parent, session: 0, memoryBytes: kib * 1024, cpuMs });
});

test.each(["", "PID PPID", "1 2 3"])("ps says nothing by %j", (line) => {
  expect(parsePsLine(line)).toBeUndefined();
});
