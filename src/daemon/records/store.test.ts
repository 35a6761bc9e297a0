import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { property } from "../../../test/fixtures/property.ts";
import { change, kinds } from "./kinds.ts";
import { encodeLine, type RecordEntry } from "./record-lines.ts";
import { Store } from "./store.ts";
import type { Misfit } from "./tables.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/mst-");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = () => join(directory, "records.jsonl");
const aside = () => readFileSync(join(directory, "records.damaged"), "utf8");
const retired = (name: string, cols: number) => change("retired", name, { cols, rows: 24 });

function reopened(): Record<string, unknown> {
  const found: Misfit[] = [];
  const store = new Store(directory, { onMisfits: (misfits) => found.push(...misfits) });
  store.close();
  expect(found).toEqual([]);
  return Object.fromEntries([...store.under("retired")].map(([name, { cols }]) => [name, cols]));
}

/** Opens a log that another daemon wrote. */
function opened(...entries: RecordEntry[]) {
  const misfits: Misfit[] = [];
  writeFileSync(file(), entries.map((entry) => encodeLine([entry])).join(""));
  const store = new Store(directory, { onMisfits: (found) => misfits.push(...found) });
  store.close();
  return { store, misfits, log: readFileSync(file(), "utf8") };
}

property("reads back what was appended", { runs: 50 }, (check) => {
  const changes = fc.array(
    fc.record({
      name: fc.constantFrom("a", "b", "c/1", "c/2"),
      cols: fc.option(fc.nat(), { nil: undefined }),
    }),
  );
  return check(
    fc.property(fc.array(changes), (batches) => {
      rmSync(file(), { force: true });
      const store = new Store(directory);
      const expected = new Map<string, number>();
      for (const batch of batches) {
        store.append(
          batch.map(({ name, cols }) =>
            change("retired", name, cols === undefined ? cols : { cols, rows: 1 }),
          ),
        );
        for (const { name, cols } of batch)
          if (cols === undefined) expected.delete(name);
          else expected.set(name, cols);
      }
      store.close();
      expect(reopened()).toEqual(Object.fromEntries(expected));
    }),
  );
});

test("ignores an incomplete line and writes the next one after it", () => {
  const store = new Store(directory);
  store.append([retired("kept", 1)]);
  store.close();
  appendFileSync(file(), '[["cut",2],["of');
  expect(reopened()).toEqual({ kept: 1 });
  const next = new Store(directory);
  next.append([retired("later", 3)]);
  next.close();
  expect(reopened()).toEqual({ kept: 1, later: 3 });
});

test("compacts the log when it is much larger than its records", () => {
  const store = new Store(directory);
  const answer = (i: number) => ({ stdout: `${i} ${"x".repeat(900)}`, stderr: "", status: 0 });
  for (let i = 0; i < 3000; i++)
    store.append([change("request", "1", { kind: "answered", answer: answer(i) })]);
  store.close();
  expect(statSync(file()).size).toBeLessThan(1.1 * 1024 * 1024);
  expect(readFileSync(file(), "utf8")).toContain("2999 ");
});

/** Appends the same record, some 1 kB long, this many times. */
function appendOften(store: Store, times: number): void {
  for (let i = 0; i < times; i++)
    store.append([
      change("request", "1", {
        kind: "answered",
        answer: { stdout: "x".repeat(900), stderr: "", status: 0 },
      }),
    ]);
}

test("does not write a small log again, nor one that is less than four times its records", () => {
  const store = new Store(directory);
  appendOften(store, 500);
  expect(readFileSync(file(), "utf8").match(/"request\/1"/g)).toHaveLength(500);
  const large = { stdout: "y".repeat(2 * 1024 * 1024), stderr: "", status: 0 };
  store.append([change("request", "2", { kind: "answered", answer: large })]);
  const { size } = statSync(file());
  appendOften(store, 500);
  expect(statSync(file()).size).toBeGreaterThan(size);
  store.close();
});

test.runIf(process.platform === "linux")(
  "keeps one descriptor, however often the log is written again",
  async () => {
    const open = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(directory);
        } catch {
          return false;
        }
      }).length;
    const store = new Store(directory);
    for (let times = 0; times < 3; times++) {
      rmSync(file());
      store.renew();
    }
    await expect.poll(open).toBe(1);
    store.close();
    expect(open()).toBe(0);
  },
);

test("writes a log again that was removed, and only then", () => {
  const store = new Store(directory);
  store.append([retired("a", 1)]);
  expect(store.renew()).toBe(false);
  rmSync(file());
  expect(store.renew()).toBe(true);
  store.append([retired("b", 2)]);
  store.close();
  rmSync(file());
  expect(store.renew()).toBe(false);
  store.append([retired("c", 3)]);
  store.close();
  expect(existsSync(file())).toBe(false);
});

test("writes nothing where nothing changes", () => {
  const troubles: unknown[] = [];
  const store = new Store(directory, { onTrouble: (trouble) => troubles.push(trouble) });
  const log = readFileSync(file(), "utf8");
  store.append([]);
  store.setAside([]);
  expect(readFileSync(file(), "utf8")).toBe(log);
  expect(readdirSync(directory)).toEqual(["records.jsonl"]);
  expect([store.trouble, ...troubles]).toEqual([undefined]);
  store.close();
});

test("a directory in place of the part of a log costs no record", () => {
  const store = new Store(directory);
  store.append([retired("a", 1)]);
  store.close();
  mkdirSync(join(directory, "records.jsonl.part"));
  expect(reopened()).toEqual({ a: 1 });
});

test("finds records by kind and server", () => {
  const store = new Store(directory);
  store.append([
    change("passed", "1/c", true, "aa"),
    change("passed", "2/c", true, "aa"),
    change("passed", "1/c", true, "ab"),
    change("closing", "aa", 1),
  ]);
  expect([...store.under("passed", "aa")]).toEqual([
    ["1/c", true],
    ["2/c", true],
  ]);
  expect(store.get("passed", "1/c", "ab")).toBe(true);
  expect(store.get("passed", "2/c", "ab")).toBeUndefined();
  store.close();
});

test.each([
  ["a directory in place of the log", () => mkdirSync(file())],
  ["a loop of links in place of the log", () => symlinkSync(file(), file())],
])("%s is set aside, and records are kept again", (_what, damage) => {
  damage();
  const sentences: string[] = [];
  const store = new Store(directory, { onUnreadable: (sentence) => sentences.push(sentence) });
  store.append([retired("a", 1)]);
  store.close();
  expect(sentences).toEqual([expect.stringMatching(/records.jsonl could not be read .* and is kept as /)]);
  expect(reopened()).toEqual({ a: 1 });
});

test("sets a record aside that does not fit its kind, and reads all others", () => {
  const { store, misfits, log } = opened(
    ["retired/a", { cols: 80, rows: 24 }],
    ["retired/b", { cols: "80", rows: 24 }],
    ["holder/aa/7", { key: "1" }],
    ["aa/window/@1", { name: "w" }],
  );
  expect([...store.under("retired")]).toEqual([["a", { cols: 80, rows: 24 }]]);
  expect(misfits.map(({ kind, key, reason }) => [kind, key, reason])).toEqual([
    ["retired", "retired/b", "its value.cols is not a count"],
    ["holder", "holder/aa/7", "its name is not text like ^%\\d{1,9}$"],
    ["window", "aa/window/@1", "its value.created is missing"],
  ]);
  expect(log).not.toContain("retired/b");
  expect(aside()).toContain('["retired/b",{"cols":"80","rows":24}],["holder/aa/7",{"key":"1"}]');
});

test("sets records of a later version aside, and keeps those of a kind that it does not know", () => {
  const { store, misfits, log } = opened(
    ["versions", { retired: kinds.retired.version + 1, closing: kinds.closing.version }],
    ["retired/a", { cols: 80, rows: 24 }],
    ["closing/aa", 1],
    ["yet-unknown/a", { some: "thing" }],
  );
  expect([...store.under("retired")]).toEqual([]);
  expect([...store.under("closing")]).toEqual([["aa", 1]]);
  expect(misfits.map(({ reason }) => reason)).toEqual(["it is of version 2, which a newer Mullion wrote"]);
  expect(log).toContain('["yet-unknown/a",{"some":"thing"}]');
  expect(log).toContain(`["versions",{"server":2,`);
});

test("keeps at most 4 MB of damaged lines", () => {
  const line = `${"damaged".repeat(150_000)}\n`;
  for (let times = 0; times < 6; times++) {
    appendFileSync(file(), line);
    new Store(directory).close();
  }
  const { size } = statSync(join(directory, "records.damaged"));
  expect(size).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(size).toBeGreaterThan(2 * line.length);
});

test("tries a disk that has failed again after five seconds", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const blocked = join(directory, "blocked");
    symlinkSync("/proc/nonexistent/records", blocked);
    const troubles: boolean[] = [];
    const store = new Store(blocked, {
      onTrouble: (trouble) => troubles.push(trouble !== undefined),
    });
    const { trouble } = store;
    expect(trouble).toMatchObject({ reason: expect.stringContaining("blocked") });
    store.append([retired("a", 80)]);
    vi.advanceTimersByTime(5_000);
    expect(store.trouble).toBe(trouble);
    rmSync(blocked);
    vi.advanceTimersByTime(4_999);
    expect(troubles).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(troubles).toEqual([true, false]);
    expect(store.trouble).toBeUndefined();
    store.close();
  } finally {
    vi.useRealTimers();
  }
});
