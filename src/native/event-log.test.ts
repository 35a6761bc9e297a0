import { expect, test } from "vitest";
import type { JsonValue } from "../core/mux.ts";
import { EventLog, type LoggedEvent } from "./event-log.ts";
import type { NativeRecords } from "./host.ts";

/** Records of a daemon that may die: only committed values survive. */
class Records implements NativeRecords {
  readonly table = new Map<string, JsonValue>();
  #noted: [string, JsonValue | undefined][] = [];

  *under(prefix: string): Generator<readonly [string, JsonValue]> {
    for (const [key, value] of this.table)
      if (key.startsWith(prefix)) yield [key.slice(prefix.length), value];
  }
  note(key: string, value: JsonValue | undefined): void {
    this.#noted.push([key, value]);
  }
  commit(): void {
    for (const [key, value] of this.#noted.splice(0)) {
      if (value === undefined) this.table.delete(key);
      else this.table.set(key, value);
    }
  }
}

const spawned =
  (id: string) =>
  (sequence: number): LoggedEvent => ({
    method: "mullion.context_spawned",
    params: { context_id: id, metadata: {}, sequence },
  });
const kept = (records: Records) =>
  [...records.under("log/")].map(([, value]) => value as unknown as LoggedEvent);

test("events are numbered from 1 on, and written down before anybody is told", () => {
  const records = new Records();
  const log = new EventLog(records, "log/");
  const told: number[] = [];
  log.onAppended(() => {
    told.push(log.sequence);
    expect(kept(records)).toHaveLength(log.sequence);
  });
  expect(log.sequence).toBe(0);
  log.append(spawned("a"));
  log.append(spawned("b"));
  expect(told).toEqual([1, 2]);
  expect(log.at(2)).toMatchObject({ params: { context_id: "b", sequence: 2 } });
  expect(log.at(3)).toBeUndefined();
});

test("a successor goes on with the numbers, in whatever order the records come", () => {
  const records = new Records();
  const log = new EventLog(records, "log/");
  for (let count = 0; count < 12; count++) log.append(spawned(`c${count}`));
  const next = new EventLog(records, "log/", kept(records).reverse());
  expect(next.sequence).toBe(12);
  expect(next.at(11)).toMatchObject({ params: { context_id: "c10" } });
  next.append(spawned("d"));
  expect(next.sequence).toBe(13);
});

test("the oldest go, in memory and on record, and their numbers are not given again", () => {
  const records = new Records();
  const log = new EventLog(records, "log/");
  for (let count = 0; count < 5000; count++) log.append(spawned(`c${count}`));
  expect(log.sequence).toBe(5000);
  expect(log.first).toBe(905);
  expect(log.at(904)).toBeUndefined();
  expect(kept(records)).toHaveLength(4096);
  const next = new EventLog(records, "log/", kept(records));
  expect([next.first, next.sequence]).toEqual([905, 5000]);
});
