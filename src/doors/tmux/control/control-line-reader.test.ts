import { expect, test } from "vitest";
import { ControlLineReader } from "./control-line-reader.ts";

test("joins lines from any pieces", () => {
  const reader = new ControlLineReader();
  const take = (text: string) => [...reader.take(Buffer.from(text))];
  expect(take("one\ntw")).toEqual(["one"]);
  expect(take("o\n\nthr")).toEqual(["two", ""]);
  expect(reader.waitingBytes).toBe(3);
  expect(take("ee\n")).toEqual(["three"]);
  expect(reader.waitingBytes).toBe(0);
});

test("a character split between two pieces is one character", () => {
  const reader = new ControlLineReader();
  const bytes = Buffer.from("é\n");
  expect([...reader.take(bytes.subarray(0, 1))]).toEqual([]);
  expect([...reader.take(bytes.subarray(1))]).toEqual(["é"]);
});
