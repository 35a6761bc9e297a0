import { expect, test } from "vitest";
import { compileRegex } from "../core/format/regex/compile-regex.ts";
import { matchRegex } from "../core/format/regex/match-regex.ts";
import { InvalidArgument } from "./errors.ts";
import { posixRegex } from "./posix-regex.ts";

const patterns = [
  "abc",
  "^a.c$",
  "a+b*c?",
  "(ab|cd)+$",
  "x{2,3}",
  "[[:digit:]]{2}",
  "[^[:space:]]+ [[:upper:]]",
  "[]a]",
  "[^]a]",
  "[a\\]",
  "[a-c.]$",
  "\\$ $",
  "\\.\\*\\[",
  "a\\/b",
  "[&|(){}]",
  "[_[:alnum:]-]+!",
  "é+",
];
const lines = [
  "abc",
  "axc",
  "abcdcd",
  "xx",
  "7 42",
  "one Two",
  "]",
  "a",
  "\\",
  "~$ ",
  ".*[",
  "a/b",
  "|&",
  "x-_9!",
  "éé",
  "",
];

test.each(patterns)("%s means what it means to the daemon", (pattern) => {
  const theirs = compileRegex(pattern, { ignoreCase: false });
  expect(theirs).toBeDefined();
  const ours = posixRegex(pattern);
  for (const line of lines) {
    const matches = matchRegex(theirs!, Array.from(line), 0) !== undefined;
    expect(ours.test(line), JSON.stringify(line)).toBe(matches);
  }
});

test.each(["(", "a)", "[a", "[[:nope:]]", "*a\\", "\\d"])("%s is refused", (pattern) => {
  expect(() => posixRegex(pattern)).toThrow(InvalidArgument);
});
