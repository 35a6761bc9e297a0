import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { glob } from "../source-file.ts";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync("/tmp/mlg-");
  mkdirSync(join(dir, "sub"));
  for (const name of ["b.conf", "a.conf", ".hidden.conf", "sub/c.conf"]) writeFileSync(join(dir, name), "");
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it.each([
  ["*.conf", ["a.conf", "b.conf"]],
  [".*.conf", [".hidden.conf"]],
  ["[b]*", ["b.conf"]],
  ["*/c.conf", ["sub/c.conf"]],
  ["a.conf", ["a.conf"]],
  ["nosuch", []],
  ["nosuch/*", []],
])("%s", (pattern, found) => {
  expect(glob(pattern, dir)).toEqual(found.map((name) => join(dir, name)));
});
