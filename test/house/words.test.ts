import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => /\.(ts|mjs|c|h|md|json|bash|zsh|fish)$|^\.ci\/|\.zshenv$/.test(path));
const self = "test/house/words.test.ts";

/** Lines of tracked files that match, as "path:line text". */
function find(pattern: RegExp, paths = tracked): string[] {
  return paths
    .filter((path) => path !== self)
    .flatMap((path) =>
      readTracked(path)
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
}

function readTracked(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return ""; // Removed and not yet committed.
  }
}

test("there is something to look at", () => {
  expect(tracked.length).toBeGreaterThan(200);
  expect(find(/^import /).length).toBeGreaterThan(500);
});

describe("words that do not belong here", () => {
  test("nothing is left to be done later", () => {
    expect(find(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });

  test("no name says nothing", () => {
    expect(find(/\b(class|interface|type) \w*(Manager|Service|Helper|Util|Utils|Impl|Info)\b/)).toEqual([]);
    expect(find(/\binterface I[A-Z][a-z]\w*\b/)).toEqual([]);
    // A verb's file has the verb's name, which is the user's word.
    const named = tracked.filter((path) => !path.startsWith("src/cli/verbs/"));
    expect(named.filter((path) => /(manager|service|helper|utils?|impl)\.(ts|c)$/.test(path))).toEqual([]);
  });

  test("TypeScript files are named in kebab-case", () => {
    expect(tracked.filter((path) => path.endsWith(".ts") && /[A-Z_]/.test(path))).toEqual([]);
  });

  test("no path of one machine", () => {
    expect(find(/(^|[\s"'`(=])\/(work|root|home\/(?!u\b|user\b|me\b)\w+)\//)).toEqual([]);
  });
});
