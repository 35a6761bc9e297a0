import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startHalfEnded } from "../../../test/fixtures/half-ended.ts";
import { mountSmallDisk } from "../../../test/fixtures/small-disk.ts";
import { markOf } from "../../processes/process-mark.ts";
import { acquireLock, ownerOf, remarkOf } from "./lock.ts";

let path: string;
beforeEach(() => {
  path = join(mkdtempSync("/tmp/mlk-"), "daemon.lock");
});
afterEach(() => rmSync(join(path, ".."), { recursive: true, force: true }));

test("one owner at a time", () => {
  const lock = acquireLock(path)!;
  expect(acquireLock(path)).toBeUndefined();
  expect(ownerOf(path)).toBe(process.pid);
  lock.release();
  expect(existsSync(path)).toBe(false);
  acquireLock(path)!.release();
});

test("names its owner, and what the owner says of itself", () => {
  expect(ownerOf(path)).toBeUndefined();
  expect(remarkOf(path)).toBeUndefined();
  const lock = acquireLock(path)!;
  expect(readFileSync(path, "utf8")).toBe(`${markOf(process.pid)}\n`);
  expect(remarkOf(path)).toBeUndefined();
  lock.release();
  acquireLock(path, "version 1");
  expect(readFileSync(path, "utf8")).toBe(`${markOf(process.pid)}\nversion 1\n`);
  expect(remarkOf(path)).toBe("version 1");
  expect(readdirSync(join(path, ".."))).toEqual(["daemon.lock"]);
});

test.each([
  ["a directory", () => mkdirSync(join(path, "kept"), { recursive: true })],
  ["a link that leads nowhere", () => symlinkSync("/nonexistent/lock", path)],
])("%s in a lock's place is set aside", (_what, put) => {
  put();
  expect(acquireLock(path)).toBeDefined();
  expect(ownerOf(path)).toBe(process.pid);
  expect(readdirSync(join(path, ".."))).toContain(`daemon.lock.set-aside-${process.pid}`);
});

test.each([
  ["of a process that is gone", "999999 1\n"],
  ["of an id that another process has now", `${process.ppid} 1\n`],
  ["that is empty", ""],
  ["that is garbage", "\u0000\u0001"],
])("a lock %s is taken over", (_what, content) => {
  writeFileSync(path, content);
  expect(ownerOf(path)).toBeUndefined();
  const lock = acquireLock(path);
  expect(ownerOf(path)).toBe(process.pid);
  lock!.release();
  expect(readdirSync(join(path, ".."))).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "one that was killed owns nothing, but nobody else does before its last thread is gone",
  async () => {
    const child = await startHalfEnded();
    writeFileSync(path, `${markOf(child.pid!)}\n`);
    expect(ownerOf(path)).toBeUndefined();
    expect(acquireLock(path)).toBeUndefined();
    child.kill("SIGKILL");
    await once(child, "exit");
    acquireLock(path)!.release();
  },
);

test.runIf(process.platform === "linux")(
  "a process that ended and was not waited for owns nothing",
  async () => {
    // The shell becomes `sleep`, which never waits for the child that has ended.
    const parent = spawn("sh", ["-c", "true & echo $!; exec sleep 30"]);
    const pid = await new Promise<string>((resolve) =>
      parent.stdout.once("data", (data) => resolve(String(data).trim())),
    );
    writeFileSync(path, `${pid} 0\n`);
    expect(ownerOf(path)).toBeUndefined();
    parent.kill();
  },
);

test("a lock whose file was removed is created again, unless it has another owner", () => {
  const lock = acquireLock(path, "remark")!;
  const content = readFileSync(path, "utf8");
  expect(lock.renew()).toBe(true);
  rmSync(path);
  expect(lock.renew()).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(content);
  writeFileSync(path, `${markOf(process.ppid)}\n`);
  expect(lock.renew()).toBe(false);
  lock.release();
  expect(ownerOf(path)).toBe(process.ppid);
});

test("on a full disk, the lock of a process that has ended makes room for the next one", ({ skip }) => {
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "k"));
  mountSmallDisk(directory, skip);
  const lock = join(directory, "daemon.lock");
  writeFileSync(lock, "1-0\n");
  const fill = () => appendFileSync(join(directory, "full"), Buffer.alloc(4096));
  expect(() => {
    for (;;) fill();
  }).toThrow("ENOSPC");
  const acquired = acquireLock(lock)!;
  expect(ownerOf(lock)).toBe(process.pid);
  expect(readdirSync(directory).sort()).toEqual(["daemon.lock", "full"]);
  acquired.release();
  expect(fill).not.toThrow();
  expect(() => acquireLock(lock)).toThrow("ENOSPC");
  expect(readdirSync(directory)).toEqual(["full"]);
});
