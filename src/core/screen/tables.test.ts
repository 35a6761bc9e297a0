import { describe, expect, it } from "vitest";
import { createScreen } from "./emulator.ts";
import { Parser } from "./parser.ts";
import { SequenceTable } from "./sequences.ts";
import { attribute, colour, RGB, StyleTable } from "./style.ts";
import { Terminal } from "./terminal.ts";

describe("the style table", () => {
  it("gives one number to one style", () => {
    const table = new StyleTable();
    expect(table.intern(0, 0, 0, 0, "")).toBe(0);
    const bold = table.intern(attribute.bold, 0, 0, 0, "");
    expect(table.intern(attribute.bold, 0, 0, 0, "")).toBe(bold);
    expect(table.intern(attribute.bold, 0, 0, 0, "link")).not.toBe(bold);
  });

  it("reuses indices that no cell holds", () => {
    const table = new StyleTable();
    const ids = Array.from({ length: 500 }, (_, i) => table.intern(0, colour(RGB, i), 0, 0, ""));
    const live = new Uint8Array(501);
    for (const id of ids.slice(0, 10)) live[id] = 1;
    table.collect(live);
    expect(table.size).toBe(11);
    for (const [i, id] of ids.slice(0, 10).entries())
      expect(table.intern(0, colour(RGB, i), 0, 0, "")).toBe(id);
    const again = table.intern(0, colour(RGB, 0xffffff), 0, 0, "");
    expect(again).toBeLessThanOrEqual(500);
    expect(table.foregrounds[again]).toBe(colour(RGB, 0xffffff));
  });
});

describe("the sequence table", () => {
  it("leaves single characters alone and joins the others", () => {
    const table = new SequenceTable();
    expect(table.intern("x")).toBe(0x78);
    expect(table.intern("🚀")).toBe(0x1f680);
    const accented = table.append(0x65, 0x301);
    expect(table.text(accented)).toBe("e\u0301");
    expect(table.width(accented)).toBe(1);
    expect(table.width(table.append(0x6f22, 0x3099))).toBe(2);
  });
});

it("neither table outgrows the screen, whatever is printed", () => {
  const terminal = new Terminal(80, 24, 100, {});
  const parser = new Parser(terminal);
  const encoder = new TextEncoder();
  for (let i = 0; i < 40_000; i++) {
    const rgb = `${i & 255};${(i >> 8) & 255};${i % 251}`;
    parser.write(
      encoder.encode(`\x1b[38;2;${rgb}mx${String.fromCodePoint(0x300 + (i % 80), 0x300 + (i % 77))}`),
    );
  }
  expect(terminal.styles.size).toBeLessThan(6000);
  expect(terminal.sequences.size).toBeLessThan(6000);
  expect(terminal.sequences.capacity).toBeLessThan(6000);
});

it("what the screen still shows or may use again stays in the tables", () => {
  const screen = createScreen({ cols: 40, rows: 5, historyLimit: 0 });
  const write = (text: string) => screen.write(new TextEncoder().encode(text));
  const line = (y: number) => screen.capture({ start: y, end: y, escapes: true, keepSpaces: true });
  write("e\u0301 \x1b[38;2;9;8;7mkept\x1b[m");
  const kept = line(0);
  // No cell holds the style of this erasure afterwards.
  write("\x1b[3;9H\x1b[48;2;1;2;3m\x1b[K\x1b[m\x1b[K");
  for (let i = 0; i < 20_000; i++) {
    const mark = String.fromCodePoint(0x300 + (i % 80), 0x300 + (i % 77));
    write(`\x1b[5;1H\x1b[38;2;${i & 255};${(i >> 8) & 255};${i % 251}mx${mark}`);
  }
  expect(line(0)).toBe(kept);
  write("\x1b[m\x1b[3;9H\x1b[48;2;1;2;3m\x1b[K\x1b[m\x1b[3;20Hz");
  expect(line(2)).toContain("\x1b[48;2;1;2;3m ");
});
