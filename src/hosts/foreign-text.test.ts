import { expect, test } from "vitest";
import { ForeignText } from "./foreign-text.ts";

/** The result for text that arrives in pieces of this size. */
function inPieces(text: string, size: number): string {
  const foreign = new ForeignText();
  const bytes = Buffer.from(text);
  let shown = "";
  for (let at = 0; at < bytes.length; at += size) shown += foreign.push(bytes.subarray(at, at + size));
  return shown + foreign.end();
}

test("colours and lines pass, every other sequence is shown, however the text is cut", () => {
  const given = "\x1b[1;31mrot\x1b[0m\tü\n\x1b]0;title\x07\x1b[2J\r\x1b[Kdone\rx\x1b";
  const shown = "\x1b[1;31mrot\x1b[0m\tü\n\\u001b]0;title\\u0007\\u001b[2J\r\x1b[Kdone\\rx\\u001b";
  for (let size = 1; size <= given.length + 2; size++) expect(inPieces(given, size), `${size}`).toBe(shown);
});

test("a sequence without an end is not held back forever", () => {
  const foreign = new ForeignText();
  expect(foreign.push(Buffer.from(`\x1b[${"1;".repeat(100)}`))).toContain("\\u001b[1;1;");
});
