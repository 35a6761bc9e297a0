import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { startHalfEnded } from "../../test/fixtures/half-ended.ts";
import { hasEnded, isRunning, markOf, pidOf, processExists } from "./process-mark.ts";

test("a process is known by its mark for as long as it lives", async () => {
  const child = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const mark = markOf(child.pid!);
  expect(pidOf(mark)).toBe(child.pid);
  expect(isRunning(mark)).toBe(true);
  expect(hasEnded(mark)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(mark)).toBe(false);
  expect(hasEnded(mark)).toBe(true);
});

test.runIf(process.platform === "linux")("one that was killed has ended with its last thread", async () => {
  const child = await startHalfEnded();
  const mark = markOf(child.pid!);
  expect(isRunning(mark)).toBe(false);
  expect(hasEnded(mark)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(hasEnded(mark)).toBe(true);
});

test("another process of the same id is not it", () => {
  expect(isRunning(markOf(process.pid))).toBe(true);
  expect(isRunning(`${process.pid} 1`)).toBe(false);
  expect(hasEnded(`${process.pid} 1`)).toBe(true);
});

test.each(["", "0 0", "-1 0", "x y"])("%j names nobody", (mark) => {
  expect(isRunning(mark)).toBe(false);
  expect(hasEnded(mark)).toBe(true);
});

test("a process of another user exists", () => {
  expect(processExists(1)).toBe(true);
});
