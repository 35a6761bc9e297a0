import { expect, test } from "vitest";
import { LivePosition, readOutputFrame } from "./live-position.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (given: Uint8Array | undefined) => given && new TextDecoder().decode(given);

test("the first connection asks for a snapshot, the next one for the byte after the last", () => {
  const position = new LivePosition();
  expect(position.query(100)).toBe("history=100");
  position.restart(50, 7);
  expect(text(position.accept(50, bytes("hello")))).toBe("hello");
  expect(position.query(100)).toBe("history=100&offset=55&pid=7");
  position.resize({ cols: 80, rows: 24 });
  expect(position.query(100)).toBe("history=100&offset=55&pid=7&cols=80&rows=24");
});

test("output that came twice is shown once", () => {
  const position = new LivePosition();
  position.restart(0, 7);
  position.accept(0, bytes("abc"));
  expect(text(position.accept(1, bytes("bcde")))).toBe("de");
  expect(text(position.accept(0, bytes("ab")))).toBe("");
  expect(position.offset).toBe(5);
});

test("output after a hole is never shown", () => {
  const position = new LivePosition();
  expect(position.accept(0, bytes("x"))).toBeUndefined();
  position.restart(10, 7);
  expect(position.accept(11, bytes("x"))).toBeUndefined();
  expect(position.offset).toBe(10);
});

test("a forgotten position resumes nothing", () => {
  const position = new LivePosition();
  position.restart(10, 7);
  position.forget();
  expect(position.query(5)).toBe("history=5");
});

test("a frame has its offset before its bytes", () => {
  const frame = new Uint8Array([0, 0, 0, 1, 0, 0, 0, 2, 65]).buffer;
  const { offset, bytes: read } = readOutputFrame(frame);
  expect(offset).toBe(2 ** 32 + 2);
  expect(text(read)).toBe("A");
});
