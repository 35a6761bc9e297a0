import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFiles } from "./journal-files.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-files-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const mode = (path: string) => statSync(path).mode & 0o777;

test("a placed file is complete, and only its owner can read it", async () => {
  const path = join(directory, "new/snapshot");
  await diskFiles.place(path, Buffer.from("first"));
  await diskFiles.place(path, Buffer.from("second"));
  expect(readFileSync(path, "utf8")).toBe("second");
  expect([mode(join(directory, "new")), mode(path)]).toEqual([0o700, 0o600]);
  expect(readdirSync(join(directory, "new"))).toEqual(["snapshot"]);
});

test("a file that cannot be placed is an error, and nothing of it stays", async () => {
  const path = join(directory, "taken");
  mkdirSync(path);
  await expect(diskFiles.place(path, Buffer.from("text"))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(directory)).toEqual(["taken"]);
});

test("a journal is appended to, in a directory that only its owner can enter", async () => {
  const inside = join(directory, "a/b");
  const path = join(inside, "1");
  for (const parts of [["on", "e "], ["two"]]) {
    const fd = await diskFiles.open(inside, path);
    const written = await diskFiles.write(
      fd,
      parts.map((part) => Buffer.from(part)),
    );
    expect(written).toBe(parts.join("").length);
    await diskFiles.close(fd);
  }
  expect(readFileSync(path, "utf8")).toBe("one two");
  expect([mode(inside), mode(path)]).toEqual([0o700, 0o600]);
});

test("a write that the system refuses is an error", async () => {
  const fd = await diskFiles.open(directory, join(directory, "1"));
  await diskFiles.close(fd);
  await expect(diskFiles.write(fd, [Buffer.from("x")])).rejects.toThrow("EBADF");
});

test("a file is read complete or from its beginning", () => {
  const path = join(directory, "1");
  writeFileSync(path, "0123456789");
  expect(diskFiles.size(path)).toBe(10);
  expect(diskFiles.read(path).toString()).toBe("0123456789");
  expect(diskFiles.read(path, 4).toString()).toBe("0123");
  expect(diskFiles.read(path, 40).toString()).toBe("0123456789");
});

test.runIf(process.platform === "linux")("a file whose beginning was read is closed", () => {
  const path = join(directory, "1");
  writeFileSync(path, "0123456789");
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  for (let i = 0; i < 20; i++) diskFiles.read(path, 4);
  expect(open()).toBeLessThan(before + 20);
});

test("files and directories that are already gone can be removed", async () => {
  const path = join(directory, "a/1");
  mkdirSync(join(directory, "a"));
  writeFileSync(path, "x");
  await diskFiles.remove(path);
  await diskFiles.remove(path);
  expect(diskFiles.list(join(directory, "a"))).toEqual([]);
  writeFileSync(path, "x");
  await diskFiles.removeDirectory(join(directory, "a"));
  await diskFiles.removeDirectory(join(directory, "a"));
  expect(diskFiles.list(join(directory, "a"))).toBeUndefined();
});

test("a directory that cannot be listed is not an empty one", () => {
  writeFileSync(join(directory, "file"), "");
  expect(() => diskFiles.list(join(directory, "file"))).toThrow("ENOTDIR");
});
