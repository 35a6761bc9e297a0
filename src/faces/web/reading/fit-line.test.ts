import { expect, test } from "vitest";
import { fitLine } from "./fit-line.ts";

const narrowed = (text: string, columns: number) =>
  fitLine(
    [...text].map((character) => ({ text: character, columns: 1, style: "" })),
    columns,
  )
    .map(({ text }) => text)
    .join("");

test("a frame of a wide terminal is a frame on a narrow page", () => {
  const frame = [`╭${"─".repeat(78)}╮`, `│ > Try "fix the tests"${" ".repeat(56)}│`, `╰${"─".repeat(78)}╯`];
  expect(frame.map((line) => narrowed(line, 30))).toEqual([
    `╭${"─".repeat(28)}╮`,
    `│ > Try "fix the tests"${" ".repeat(6)}│`,
    `╰${"─".repeat(28)}╯`,
  ]);
});

test("a rule ends where the page ends, beside its title too", () => {
  expect(narrowed("=".repeat(80), 40)).toBe("=".repeat(40));
  expect(narrowed(`── result ${"─".repeat(70)}`, 40)).toBe(`── result ${"─".repeat(30)}`);
});

test("text that is longer than the page keeps every character, and its indentation", () => {
  const line = `${" ".repeat(12)}const answer = await ask(question, { retries: 3 });`;
  expect(narrowed(line, 40)).toBe(line);
  expect(narrowed(`│ ${"word ".repeat(15)}     │`, 40)).toBe(`│ ${"word ".repeat(15)}     │`);
});

test("a line that fits is not changed", () => {
  expect(narrowed("a      b", 8)).toBe("a      b");
});
