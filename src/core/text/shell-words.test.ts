import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { quoteWord, splitWords } from "./shell-words.ts";

const WORDS = [
  "plain",
  "",
  "two words",
  "o'brien",
  "$HOME `id` \\n",
  '"',
  "a;b",
  "~/x",
  "-x=1",
  "日本",
  "line\nline",
];

it.each(WORDS)("a shell reads the quoted word %j as it was", (word) => {
  expect(execFileSync("/bin/sh", ["-c", `printf %s ${quoteWord(word)}`], { encoding: "utf8" })).toBe(word);
});

it("splits what it quotes into the same words", () => {
  expect(splitWords(WORDS.map(quoteWord).join(" "))).toEqual(WORDS);
});
