import fc from "fast-check";
import { expect, test } from "vitest";
import { damages } from "../../test/fixtures/damages.ts";
import { property } from "../../test/fixtures/property.ts";
import { type Damage, decodeRecords, encodeRecord, type JournalRecord } from "./journal-record.ts";

const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array));
const record: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant("output" as const), offset: fc.maxSafeNat(), bytes }),
  fc.record({ kind: fc.constant("local" as const), bytes }),
  fc.record({ kind: fc.constant("resize" as const), cols: fc.nat(9999), rows: fc.nat(9999) }),
  fc.constantFrom<JournalRecord>(
    { kind: "clear-history" },
    { kind: "drop-below-cursor" },
    { kind: "reset" },
    { kind: "reinitialize" },
    { kind: "abandon-string" },
  ),
  fc.record({ kind: fc.constant("allow-alternate" as const), allowed: fc.boolean() }),
  fc.record({ kind: fc.constant("history-limit" as const), lines: fc.nat(10_000_000) }),
  fc.record({ kind: fc.constant("title" as const), text: fc.string({ unit: "grapheme" }) }),
  fc.record({ kind: fc.constant("holder" as const), key: fc.bigInt(0n, 2n ** 64n - 1n) }),
  fc.record({ kind: fc.constant("notified" as const), offset: fc.maxSafeNat(), replies: fc.nat() }),
);

const encode = (records: readonly JournalRecord[]) =>
  Buffer.concat(records.flatMap((each) => encodeRecord(each, 1_700_000_000_000)));

property("what is written is read again", {}, (check) =>
  check(
    fc.property(fc.array(record), (records) => {
      expect([...decodeRecords(encode(records))]).toEqual(records);
    }),
  ),
);

property("a tail that is cut anywhere gives the whole records before the cut", {}, (check) =>
  check(
    fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), fc.nat(), (records, place) => {
      const whole = encode(records);
      const cut = whole.subarray(0, place % whole.length);
      const read = [...decodeRecords(cut)];
      expect(read).toEqual(records.slice(0, read.length));
      expect(encode(records.slice(0, read.length + 1)).length).toBeGreaterThan(cut.length);
    }),
  ),
);

test("a damaged record that is alone in its tail is not read as a record of another kind", () => {
  const whole = encode([{ kind: "output", offset: 300, bytes: Buffer.from("printed\n") }]);
  for (let at = 0; at < whole.length; at++)
    for (const [how, bytes] of damages(whole, at))
      if (how !== "inserted" || at > 0) expect([...decodeRecords(bytes)], `${how} at ${at}`).toEqual([]);
});

test("a byte that is changed, missing or too many costs the record that it is in, and is reported", () => {
  const records: JournalRecord[] = [
    { kind: "holder", key: 7n },
    { kind: "output", offset: 0, bytes: Buffer.from("first\n") },
    { kind: "resize", cols: 80, rows: 24 },
    { kind: "output", offset: 6, bytes: Buffer.from("second\nthird\n") },
    { kind: "notified", offset: 20, replies: 1 },
    { kind: "output", offset: 20, bytes: Buffer.from("last\n") },
  ];
  const whole = encode(records);
  const ends = records.map((_, index) => encode(records.slice(0, index + 1)).length);
  for (let at = 0; at < whole.length; at++) {
    const hit = ends.findIndex((end) => at < end);
    for (const [how, bytes] of damages(whole, at)) {
      const damage: Damage[] = [];
      const read = [...decodeRecords(bytes, (each) => damage.push(each))];
      const isBetween = how === "inserted" && (at === 0 || ends.includes(at));
      const expected = isBetween ? records : records.filter((_, index) => index !== hit);
      expect(read, `${how} at ${at}`).toEqual(expected);
      expect(damage.length, `${how} at ${at}`).toBe(1);
    }
  }
});

const lines = (offset: number): JournalRecord => ({
  kind: "output",
  offset,
  bytes: Buffer.from("one\ntwo\n"),
});
const damagesOf = (bytes: Buffer) => {
  const damage: Damage[] = [];
  Array.from(decodeRecords(bytes, (each) => damage.push(each)));
  return damage;
};

test("a damage says how many bytes and lines it costs, wherever it is", () => {
  const whole = encode([lines(0)]);
  const damaged = Buffer.from(whole);
  damaged[damaged.length - 2]! ^= 1;
  const cost = { bytes: whole.length, lines: 2, isCutOff: false };
  expect(damagesOf(Buffer.concat([damaged, whole]))).toEqual([cost]);
  expect(damagesOf(Buffer.concat([whole, damaged]))).toEqual([cost]);
  expect(damagesOf(Buffer.concat([whole, damaged, whole, Buffer.from("\x7f\n")]))).toEqual([
    cost,
    { bytes: 2, lines: 1, isCutOff: false },
  ]);
});

test("a last record that is cut off anywhere differs from one that is damaged", () => {
  const whole = encode([lines(0)]);
  for (let length = 1; length < whole.length; length++) {
    const cut = whole.subarray(0, length);
    const ends = cut.filter((byte) => byte === 0x0a).length;
    const expected = [{ bytes: length, lines: ends, isCutOff: true }];
    expect(damagesOf(Buffer.concat([whole, cut])), `${length} bytes`).toEqual(expected);
  }
});
