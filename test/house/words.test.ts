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

/** Pages that people write. docs/reference is generated from the tables in the source. */
const documents = tracked.filter((path) => path.endsWith(".md") && !path.startsWith("docs/reference/"));

/** Paraphrases and passives without an actor. CONTRIBUTING.md names better words: notify, handle, release, receive, again. */
const VAGUE =
  /\b(told|lets? go of|dealt with|to be had|can be had|whoever|whomever|heard|hears|anew|so many|nobody|somebody|everybody|in vain|sent away|unheard|nothing but themselves|there is none)\b/i;

/** Lines of a document, with empty ones in place of code and of parts that a program writes. */
function prose(text: string): string[] {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, "");
  return text
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, blank)
    .replaceAll(/<!-- differences:[\s\S]*?<!-- end of differences -->/g, blank)
    .replaceAll(/<!-- The table below[\s\S]*?<!-- End of the table\. -->/g, blank)
    .replaceAll(/^\| `[\w:-]+` \| (must|should) \|.*$/gm, blank) // Requirements, which the conformance kit states.
    .replaceAll(/`[^`\n]*`/g, "")
    .split("\n");
}

/** Lines of documents whose prose matches, as "path:line text". */
function proseWith(pattern: RegExp): string[] {
  return documents.flatMap((path) =>
    prose(readTracked(path)).flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
    ),
  );
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

  test("documents use the field's words", () => {
    expect(proseWith(VAGUE)).toEqual([]);
  });

  test("the check of documents sees prose and skips code and generated parts", () => {
    expect(documents.length).toBeGreaterThan(30);
    expect(prose("It is told.\n```sh\ntold\n```\n`told` twice\n").filter((line) => VAGUE.test(line))).toEqual(
      ["It is told."],
    );
    expect(prose("<!-- differences: written -->\nheard\n<!-- end of differences -->\nanew").at(-1)).toBe(
      "anew",
    );
  });

  test("no path of one machine", () => {
    expect(find(/(^|[\s"'`(=])\/(work|root|home\/(?!u\b|user\b|me\b)\w+)\//)).toEqual([]);
  });
});
