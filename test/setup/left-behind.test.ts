import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { processesOf } from "./left-behind.ts";

test("a process is found by the instance its environment names, until it ends", async () => {
  const dir = `${process.env.MULLION_TEST_RUN}/left-behind`;
  const child = spawn("sleep", ["60"], { env: { ...process.env, MULLION_DIR: dir } });
  await once(child, "spawn");
  expect(processesOf(dir).map(({ pid }) => pid)).toEqual([child.pid]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(processesOf(dir)).toEqual([]);
});
