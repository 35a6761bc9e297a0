import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/**
 * Nothing can interrupt a match, so a program that prints a long run of one character must not make one slow: `/ +$/` takes
 * minutes for a megabyte of blanks with a letter behind them (`src/core/text/without-end.ts` takes none).
 */
const LENGTH = 5_000;
/** A match in linear time takes some hundredths of a millisecond. */
const SLOW_MS = 5;
const TRIES = 3;

/** Those whose text is short. */
const SHORT: Readonly<Record<string, string>> = {
  "src/cli/agents/agents-view.ts /\\S*\\s*$/": "what a person types",
  "src/core/modes/copy/finder.ts /\\[\\^?\\]?(?:\\[[:.=].*?[:.=]\\]|[^\\]])*\\][*?]?/gs":
    "what a person searches",
  "src/hosts/host.ts /:[^@/]*@/": "an address in the user's configuration",
  "src/library/mullion-substrate.ts / +$/": "a line of a screen",
  "src/library/styled-line.ts / +$/": "a line of a screen",
};

const LITERAL =
  /(?<=[=(,:[!&|?>]\s*|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+)\/([dgimsuvy]*)(?=[\s,;).\]])/gm;

function literalsOf(path: string) {
  const code = readFileSync(join(root, path), "utf8").replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(LITERAL)].map(([text, source = "", flags]) => ({
    name: `${path} ${text}`,
    pattern: new RegExp(source, flags),
  }));
}

function isSlow(pattern: RegExp): boolean {
  const characters = [...new Set(`a0 ${pattern.source}`)];
  const lines = characters.map((each) => `${each.repeat(LENGTH)}\u0001`);
  return lines.some((line) => Array.from({ length: TRIES }).every(() => matchMs(pattern, line) > SLOW_MS));
}

function matchMs(pattern: RegExp, line: string): number {
  const start = performance.now();
  line.search(pattern);
  return performance.now() - start;
}

test("no regular expression takes quadratic time, unless its text is short", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
    .map((path) => join("src", path));
  const literals = files.sort().flatMap(literalsOf);
  expect(literals.length).toBeGreaterThan(400);
  const slow = literals.filter(({ pattern }) => isSlow(pattern)).map(({ name }) => name);
  expect([...new Set(slow)].sort()).toEqual(Object.keys(SHORT).sort());
});
