import { expect, it } from "vitest";
import { damages } from "../../../test/fixtures/damages.ts";
import { decodeLines, encodeLine, type RecordEntry } from "./record-lines.ts";

const LINES: readonly RecordEntry[][] = [
  [["server/a", { socketPath: "/tmp/é" }]],
  [["a/pane/%1", { title: "~x" }], ["a/pane/%2"]],
  [["request/1", [1, null, "\\n"]]],
];
const whole = Buffer.from(LINES.map(encodeLine).join(""));

it("reads what was written, and nothing is damaged", () => {
  expect(decodeLines(whole)).toEqual({ entries: LINES.flat(), damaged: [] });
});

it("is read by a reader that knows no checksums as the same changes and one removal", () => {
  for (const [index, line] of whole.toString().trimEnd().split("\n").entries()) {
    const entries = JSON.parse(line) as RecordEntry[];
    expect(entries.slice(0, -1)).toEqual(LINES[index]);
    expect(entries.at(-1)).toEqual([expect.stringMatching(/^~[0-9a-f]{8}$/)]);
  }
});

it("reads lines of an earlier install, which have no checksums", () => {
  const plain = LINES.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect(decodeLines(Buffer.from(plain))).toEqual({ entries: LINES.flat(), damaged: [] });
  const damaged = decodeLines(Buffer.from(plain.replace("null", "nul")));
  expect(damaged.entries).toEqual(LINES.slice(0, 2).flat());
  expect(damaged.damaged).toMatchObject([{ line: 3, isCutOff: false }]);
});

it("sets a line aside that has a byte changed, missing or inserted, and reads all others unchanged", () => {
  const ends = LINES.map((_, index) =>
    Buffer.byteLength(
      LINES.slice(0, index + 1)
        .map(encodeLine)
        .join(""),
    ),
  );
  for (let at = 0; at < whole.length; at++) {
    const hit = ends.findIndex((end) => at < end);
    for (const [how, bytes] of damages(whole, at)) {
      const { entries, damaged } = decodeLines(bytes);
      const others = LINES.filter((_, index) => index !== hit).flat();
      // If the damage is between lines, the line itself may be complete.
      expect([others, LINES.flat()], `${how} at ${at}`).toContainEqual(entries);
      if (entries.length < LINES.flat().length) expect(damaged.length, `${how} at ${at}`).toBeGreaterThan(0);
    }
  }
});

it("sets a line aside that is JSON but no list of changes, and one that is empty", () => {
  const sound = LINES[0]!;
  for (const content of [{ a: 1 }, 7, null, [7], [[7, 1]], [["a", 1], 7], [{ 0: "a" }]]) {
    const line = `${JSON.stringify(content)}\n`;
    const plain = decodeLines(Buffer.from(`\n${line}${JSON.stringify(sound)}\n`));
    expect(plain.entries, line).toEqual(sound);
    expect(plain.damaged).toMatchObject([
      { line: 1, isCutOff: false },
      { line: 2, isCutOff: false },
    ]);
    if (!Array.isArray(content)) continue;
    const summed = decodeLines(Buffer.from(encodeLine(content as RecordEntry[]) + encodeLine(sound)));
    expect(summed.entries, line).toEqual(sound);
    expect(summed.damaged).toMatchObject([{ line: 1, isCutOff: false }]);
  }
});

it("reads the complete lines of a log that is cut anywhere", () => {
  for (let size = 0; size < whole.length; size++) {
    const { entries, damaged } = decodeLines(whole.subarray(0, size));
    const full = whole.subarray(0, size).toString("latin1").split("\n").length - 1;
    const isAtEnd = whole[size] === 0x0a;
    expect(entries).toEqual(LINES.slice(0, full + (isAtEnd ? 1 : 0)).flat());
    for (const { isCutOff } of damaged) expect(isCutOff).toBe(true);
  }
});
