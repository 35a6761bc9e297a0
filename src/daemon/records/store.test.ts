import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonValue } from "../../core/mux.ts";
import { Store } from "./store.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/mst-");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = () => join(directory, "records.jsonl");
function reopened(): Record<string, unknown> {
  const store = new Store(directory);
  store.close();
  return Object.fromEntries(store.under(""));
}

test("reads back what was appended", () => {
  const changes = fc.array(
    fc.record({
      key: fc.constantFrom("a", "b", "c/1", "c/2"),
      value: fc.option(fc.jsonValue() as fc.Arbitrary<JsonValue>, { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(fc.array(changes), (batches) => {
      rmSync(file(), { force: true });
      const store = new Store(directory);
      for (const batch of batches) store.append(batch);
      store.close();
      const expected = new Map<string, unknown>();
      for (const { key, value } of batches.flat()) {
        if (value === undefined) expected.delete(key);
        else expected.set(key, JSON.parse(JSON.stringify(value)));
      }
      expect(reopened()).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 50 },
  );
});

test("ignores an incomplete line and writes the next one after it", () => {
  const store = new Store(directory);
  store.append([{ key: "kept", value: 1 }]);
  store.close();
  appendFileSync(file(), '[["cut",2],["of');
  expect(reopened()).toEqual({ kept: 1 });
  const next = new Store(directory);
  next.append([{ key: "later", value: 3 }]);
  next.close();
  expect(reopened()).toEqual({ kept: 1, later: 3 });
});

test("compacts the log when it is much larger than its records", () => {
  const store = new Store(directory);
  for (let i = 0; i < 3000; i++) store.append([{ key: "same", value: `${i} ${"x".repeat(1000)}` }]);
  store.close();
  expect(statSync(file()).size).toBeLessThan(1.1 * 1024 * 1024);
  expect(readFileSync(file(), "utf8")).toContain("2999 ");
});

test("finds records by key prefix", () => {
  const store = new Store(directory);
  store.append(["s/1", "s/2", "t/1"].map((key) => ({ key, value: key })));
  expect([...store.under("s/")]).toEqual([
    ["1", "s/1"],
    ["2", "s/2"],
  ]);
  store.close();
});

test.each([
  ["a directory in place of the log", () => mkdirSync(file())],
  ["a loop of links in place of the log", () => symlinkSync(file(), file())],
])("%s is set aside, and records are kept again", (_what, damage) => {
  damage();
  const sentences: string[] = [];
  const store = new Store(directory, { onUnreadable: (sentence) => sentences.push(sentence) });
  store.append([{ key: "a", value: 1 }]);
  store.close();
  expect(sentences).toEqual([expect.stringMatching(/records.jsonl could not be read .* and is kept as /)]);
  expect(reopened()).toEqual({ a: 1 });
});
