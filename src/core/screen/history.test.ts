import { describe, expect, it } from "vitest";
import { History } from "./history.ts";
import { Row } from "./row.ts";
import { PADDING, SequenceTable } from "./sequences.ts";
import { attribute, BASIC, colour, PALETTE, RGB, StyleTable } from "./style.ts";

const tables = { styles: new StyleTable(), sequences: new SequenceTable() };

function rowOf(text: string, cols = 80): Row {
  const row = new Row();
  for (const character of text) row.set(row.used, character.codePointAt(0)!, 0, cols);
  return row;
}

function textOf(history: History, line: number): string {
  const row = new Row();
  history.read(line, row);
  return Array.from(row.codes.subarray(0, row.used), (code) => tables.sequences.text(code)).join("");
}

describe("a history", () => {
  it("gives back every line that was put in, over many chunks", () => {
    const history = new History(tables);
    for (let i = 0; i < 5000; i++) history.push(rowOf(`line ${i} ${"x".repeat(i % 60)}`));
    expect(history.size).toBe(5000);
    for (const i of [0, 1, 1234, 2999, 4999])
      expect(textOf(history, i)).toBe(`line ${i} ${"x".repeat(i % 60)}`);
  });

  it("drops the oldest lines and keeps counting from the first that is left", () => {
    const history = new History(tables);
    for (let i = 0; i < 5000; i++) history.push(rowOf(`line ${i}`));
    history.dropOldest(4321);
    expect(history.size).toBe(679);
    expect([textOf(history, 0), textOf(history, 678)]).toEqual(["line 4321", "line 4999"]);
    history.push(rowOf("more"));
    expect(textOf(history, 679)).toBe("more");
  });

  it("gives up memory with its lines", () => {
    const history = new History(tables);
    for (let i = 0; i < 20_000; i++) history.push(rowOf("x".repeat(80)));
    const full = history.bytes;
    history.dropOldest(19_000);
    expect(history.bytes).toBeLessThan(full / 5);
    history.clear();
    expect(history.bytes).toBe(0);
  });

  it("takes about one byte for a plain cell", () => {
    const history = new History(tables);
    for (let i = 0; i < 10_000; i++) history.push(rowOf("x".repeat(80)));
    expect(history.bytes).toBeLessThan(1_000_000);
  });

  it("pops the newest line with styles, marks, wide characters and what was only cleared", () => {
    const { styles, sequences } = tables;
    const red = styles.intern(attribute.bold | attribute.overline, colour(BASIC, 9), 0, 0, "");
    const odd = styles.intern(
      0,
      colour(PALETTE, 200),
      colour(RGB, 0x010203),
      colour(RGB, 0xffeedd),
      "http://a/ü",
    );
    const row = rowOf("ab");
    row.set(2, 0x6f22, red, 80);
    row.set(3, PADDING, 0, 80);
    row.set(4, sequences.append(0x65, 0x301), odd, 80);
    row.expand(80, 80, odd);
    row.wrapped = true;
    const history = new History(tables);
    history.push(rowOf("before"));
    history.push(row);
    const back = new Row();
    history.pop(back);
    expect(history.size).toBe(1);
    expect(back.wrapped).toBe(true);
    expect([back.used, back.size]).toEqual([row.used, row.size]);
    expect(back.codes.subarray(0, back.size)).toEqual(row.codes.subarray(0, row.size));
    expect(back.styles.subarray(0, back.size)).toEqual(row.styles.subarray(0, row.size));
  });

  it("can end a line that wrapped, and says that it changed", () => {
    const history = new History(tables);
    const row = rowOf("a");
    row.wrapped = true;
    history.push(row);
    const before = history.revision(0);
    history.unwrapLast();
    expect(history.wrapped(0)).toBe(false);
    expect(history.revision(0)).not.toBe(before);
  });

  it("never gives two contents one revision", () => {
    const history = new History(tables);
    const seen = new Map<number, string>();
    for (let i = 0; i < 200; i++) {
      history.push(rowOf(`line ${i}`));
      if (i % 3 === 0) history.pop(new Row());
      if (i % 50 === 49) history.dropOldest(10);
      for (let line = 0; line < history.size; line++) {
        const text = textOf(history, line);
        expect(seen.get(history.revision(line)) ?? text).toBe(text);
        seen.set(history.revision(line), text);
      }
    }
  });
});
