import { expect, test } from "vitest";
import { fillCapability, unescapeCapability } from "./capability-text.ts";

test.each([
  ["\\E[%p1%d q", [4], "\x1b[4 q"],
  ["\\033]52;%p1%s;%p2%s\\007", ["c", "aGk="], "\x1b]52;c;aGk=\x07"],
  ["\\E]12;%p1%s^G", ["red"], "\x1b]12;red\x07"],
  ["\\E[%i%p1%d;%p2%dH", [0, 4], "\x1b[1;5H"],
  ["%p1%{65536}%/%d:%p1%{256}%/%{255}%m%d%%", [0x010203], "1:3%"],
  ["100%%", [], "100%"],
])("%s with %j is %j", (text, parameters, filled) => {
  expect(fillCapability(unescapeCapability(text), ...parameters)).toBe(filled);
});

test("a text with a condition is not used", () => {
  expect(fillCapability("%?%p1%t;1%;m", 1)).toBeUndefined();
});
