import { expect, test } from "vitest";
import { memoryRecords } from "../../test/fixtures/memory-records.ts";
import { EventLog } from "./event-log.ts";
import type { LoggedEvent, NativeRecords, NativeTypes } from "./records.ts";

/** Records of a daemon that may die: only committed values survive. */
function mortalRecords(): NativeRecords {
  const committed = memoryRecords<NativeTypes>();
  const noted: (() => void)[] = [];
  return {
    under: committed.under,
    note: (kind, name, record) => void noted.push(() => committed.note(kind, name, record)),
    commit() {
      for (const write of noted.splice(0)) write();
    },
  };
}

const spawned =
  (id: string) =>
  (sequence: number): LoggedEvent => ({
    method: "mullion.context_spawned",
    params: { context_id: id, metadata: {}, sequence },
  });
const kept = (records: NativeRecords) => [...records.under("event")].map(([, event]) => event);

test("events are numbered from 1 on, and written down before anybody is told", () => {
  const records = mortalRecords();
  const log = new EventLog(records, "team");
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
  const records = mortalRecords();
  const log = new EventLog(records, "team");
  for (let count = 0; count < 12; count++) log.append(spawned(`c${count}`));
  const next = new EventLog(records, "team", kept(records).reverse());
  expect(next.sequence).toBe(12);
  expect(next.at(11)).toMatchObject({ params: { context_id: "c10" } });
  next.append(spawned("d"));
  expect(next.sequence).toBe(13);
});

test("the oldest go, in memory and on record, and their numbers are not given again", () => {
  const records = mortalRecords();
  const log = new EventLog(records, "team");
  for (let count = 0; count < 5000; count++) log.append(spawned(`c${count}`));
  expect(log.sequence).toBe(5000);
  expect(log.first).toBe(905);
  expect(log.at(904)).toBeUndefined();
  expect(kept(records)).toHaveLength(4096);
  const next = new EventLog(records, "team", kept(records));
  expect([next.first, next.sequence]).toEqual([905, 5000]);
});
