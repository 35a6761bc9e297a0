import { describe, expect, test } from "vitest";
import { CastWriter, castHeader } from "./asciicast.ts";

const start = { timeMs: 1_000, size: { cols: 80, rows: 24 } };
const output = (timeMs: number, text: string | Uint8Array) =>
  ({
    kind: "output",
    timeMs,
    offset: 0,
    bytes: typeof text === "string" ? Buffer.from(text) : text,
  }) as const;

test("a header has the known fields only", () => {
  expect(JSON.parse(castHeader({ ...start, timeMs: 1_794_700_000_999 }))).toEqual({
    version: 3,
    term: { cols: 80, rows: 24 },
    timestamp: 1_794_700_000,
  });
  const full = { ...start, title: "T", command: "make", idleLimitMs: 1_500, env: { TERM: "tmux-256color" } };
  expect(JSON.parse(castHeader(full))).toMatchObject({
    term: { type: "tmux-256color" },
    title: "T",
    command: "make",
    idle_time_limit: 1.5,
  });
});

describe("events", () => {
  test("count from the one before", () => {
    const writer = new CastWriter(start);
    expect(writer.event(output(1_248, "a"))).toBe('[0.248,"o","a"]\n');
    expect(writer.event(output(3_249, "\x1b[0m\n"))).toBe('[2.001,"o","\\u001b[0m\\n"]\n');
  });

  test("a clock that is set back makes no negative time", () => {
    const writer = new CastWriter(start);
    writer.event(output(5_000, "a"));
    expect(writer.event(output(2_000, "b"))).toBe('[0,"o","b"]\n');
    expect(writer.event(output(6_000, "c"))).toBe('[1,"o","c"]\n');
  });

  test("a character is written completely, with the write that ends it", () => {
    const writer = new CastWriter(start);
    const [first, second] = [Buffer.from("x€").subarray(0, 2), Buffer.from("€").subarray(1)];
    expect(writer.event(output(1_000, first))).toBe('[0,"o","x"]\n');
    expect(writer.event(output(1_500, second.subarray(0, 1)))).toBe("");
    expect(writer.event(output(2_000, second.subarray(1)))).toBe('[1,"o","€"]\n');
  });

  test("invalid bytes are replaced, also at the end", () => {
    const writer = new CastWriter(start);
    expect(writer.event(output(1_000, Uint8Array.of(0x61, 0xff, 0x62)))).toBe('[0,"o","a\ufffdb"]\n');
    writer.event(output(1_000, Uint8Array.of(0xe2, 0x82)));
    expect(writer.exit(2_000, 3)).toBe('[1,"o","\ufffd"]\n[0,"x","3"]\n');
  });

  test("a resize to the current size writes no event", () => {
    const writer = new CastWriter(start);
    expect(writer.event({ kind: "resize", timeMs: 1_000, cols: 80, rows: 24 })).toBe("");
    expect(writer.event({ kind: "resize", timeMs: 1_000, cols: 100, rows: 30 })).toBe('[0,"r","100x30"]\n');
  });

  test("another process in the pane is marked, the first is not", () => {
    const writer = new CastWriter(start);
    expect(writer.event({ kind: "started", timeMs: 1_000, process: "1" })).toBe("");
    writer.event(output(1_000, "a"));
    expect(writer.event({ kind: "started", timeMs: 1_000, process: "2" })).toBe('[0,"m","restarted"]\n');
  });
});
