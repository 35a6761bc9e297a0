import { expect, it } from "vitest";
import { baseName, dirName } from "./path-parts.ts";

it.each([
  ["/usr/lib", "/usr", "lib"],
  ["/usr/", "/", "usr"],
  ["usr", ".", "usr"],
  ["/", "/", "/"],
  ["//", "/", "/"],
  [".", ".", "."],
  ["..", ".", ".."],
  ["", ".", "."],
  ["a//b//", "a", "b"],
])("%j is %j and %j", (path, directory, base) => {
  expect([dirName(path), baseName(path)]).toEqual([directory, base]);
});
