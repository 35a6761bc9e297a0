import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tar } from "./tar.ts";

const long = `${"directory/".repeat(9)}${"x".repeat(90)}`;

test("tar unpacks what was packed: empty files, whole blocks, long paths, modes", () => {
  const files = [
    { path: "empty", bytes: Buffer.alloc(0), executable: false },
    { path: "bin/block", bytes: Buffer.alloc(1024, "y"), executable: true },
    { path: long, bytes: Buffer.from("long\n"), executable: false },
  ];
  const directory = mkdtempSync(join(tmpdir(), "tar-"));
  try {
    execFileSync("tar", ["xf", "-"], { cwd: directory, input: tar(files) });
    for (const { path, bytes, executable } of files) {
      expect(readFileSync(join(directory, path))).toEqual(bytes);
      expect((statSync(join(directory, path)).mode & 0o111) !== 0).toBe(executable);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("equal files make equal archives", () => {
  const files = [{ path: "a", bytes: Buffer.from("a"), executable: false }];
  expect(tar(files).equals(tar(files))).toBe(true);
});

test("a path that the format cannot express is rejected", () => {
  const files = [{ path: "x".repeat(101), bytes: Buffer.alloc(0), executable: false }];
  expect(() => tar(files)).toThrow("too long for an archive");
});
