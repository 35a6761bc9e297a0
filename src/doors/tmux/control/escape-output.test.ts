import { expect, test } from "vitest";
import { escapeOutput } from "./control-output.ts";

const escaped = (text: string) => Buffer.from(escapeOutput(Buffer.from(text, "latin1"))).toString("latin1");

test.each([
  ["plain", "plain"],
  ["", ""],
  ["\x00\x07\r\n\x1b[m", "\\000\\007\\015\\012\\033[m"],
  ["back\\slash", "back\\134slash"],
  ["\x1f \x7f\x80\xff", "\\037 \x7f\x80\xff"],
])("%j is escaped as %j", (text, expected) => {
  expect(escaped(text)).toBe(expected);
});
