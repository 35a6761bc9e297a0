import { expect, test } from "vitest";
import { formatWords, parseWords } from "./words.ts";

test.each([
  ["claude", ["claude"]],
  ["  claude   --model opus ", ["claude", "--model", "opus"]],
  ["sh -c 'echo a; echo b'", ["sh", "-c", "echo a; echo b"]],
  [`say "it's \\"here\\""`, ["say", `it's "here"`]],
  ["a\\ b c", ["a b", "c"]],
  [`pre'fix'"ed"`, ["prefixed"]],
  ["empty ''", ["empty", ""]],
  ["echo $HOME ~ *", ["echo", "$HOME", "~", "*"]],
  ["", []],
])("%j", (text, words) => expect(parseWords(text)).toEqual({ words, isOpen: false }));

test.each(["say 'open", 'say "open', "say 'a' '"])("%j has an open quote", (text) => {
  expect(parseWords(text).isOpen).toBe(true);
});

test("every command has a line that parses to it", () => {
  const commands = [["a", "b c", "", "it's", '"', "\\", "$x", "行 1", "a\nb", "--x=1"], ["x"]];
  for (const words of commands) expect(parseWords(formatWords(words))).toEqual({ words, isOpen: false });
});
