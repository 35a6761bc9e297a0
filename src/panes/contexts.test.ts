import { beforeEach, expect, test } from "vitest";
import { memoryRecords } from "../../test/fixtures/memory-records.ts";
import { Events } from "../core/events.ts";
import type { PaneId } from "../core/ids.ts";
import type { Pane } from "../core/tree/tree.ts";
import { Contexts, EXITED_KEPT_MS } from "./contexts.ts";
import type { NativeHost, NativeServer } from "./host.ts";
import type { NativeRecords, NativeTypes } from "./records.ts";

/** A minimal daemon for a registry: a clock that stands still, and records in memory. */
let time: number;
let records: NativeRecords;
let removed: string[];
let contexts: Contexts;

const events = new Events();
const server = {
  key: "s",
  mux: { server: { panes: new Map(), events } },
  outputOf: () => ({ end: 7 }),
} as unknown as NativeServer;

function host(): NativeHost {
  return {
    clock: { now: () => time, after: () => () => {} },
    records,
    server: (key: string) => (key === server.key ? server : undefined),
    removeRetired: ({ pane }: { pane: string }) => void removed.push(pane),
  } as unknown as NativeHost;
}

const listener = { onExited() {}, onReplaced() {}, onForgotten() {} };
const create = (pane: string) => contexts.create("team", server, pane as PaneId, { started: true });
const exit = (pane: string, status: number) =>
  events.emit("pane-exited", { pane: pane as PaneId, window: "@0", exit: { status }, kept: false } as never);

beforeEach(() => {
  time = 1_000_000;
  records = memoryRecords<NativeTypes>();
  removed = [];
  contexts = new Contexts(host(), listener);
  contexts.watch(server);
});

test("what has exited is kept for a time, and then nothing of it is", () => {
  const { id } = create("%1");
  create("%2");
  exit("%1", 3);
  expect(contexts.find(id)).toMatchObject({ live: false, exit: { exit_code: 3, offset: 7 } });
  time += EXITED_KEPT_MS;
  contexts.sweep();
  expect(contexts.find(id)).toBeDefined();
  time += 1;
  contexts.sweep();
  expect(contexts.find(id)).toBeUndefined();
  expect(removed).toEqual(["%1"]);
  expect([...records.under("context")].filter(([name]) => name === id)).toEqual([]);
  expect(contexts.liveCount).toBe(1);
});

test("one whose pane stays is kept until the pane closes", () => {
  const panes = server.mux.server.panes as Map<PaneId, Pane>;
  const { id } = create("%1");
  exit("%1", 3);
  panes.set("%1", { exit: { status: 3 } } as unknown as Pane);
  time += EXITED_KEPT_MS + 1;
  contexts.sweep();
  expect(contexts.find(id)).toMatchObject({ live: false, shown: true });
  panes.delete("%1");
  contexts.sweep();
  expect(contexts.find(id)).toBeUndefined();
});

test("what is kept of an ended server's contexts does not keep the server", () => {
  const [exited, living] = [create("%1"), create("%2")];
  exit("%1", 3);
  expect([exited.server, living.server]).toEqual([server, server]);
  contexts.serverEnded(server.key);
  expect([exited.server, living.server]).toEqual([undefined, undefined]);
  expect([exited.exit, living.exit]).toMatchObject([
    { exit_code: 3, offset: 7 },
    { exit_code: 129, offset: 7 },
  ]);
});

test("of too many that have exited the oldest go first", () => {
  const ids = Array.from({ length: 2_003 }, (_, index) => {
    const { id } = create(`%${index}`);
    time += 1;
    exit(`%${index}`, 0);
    return id;
  });
  contexts.sweep();
  expect(ids.filter((id) => !contexts.find(id))).toEqual(ids.slice(0, 3));
});

test("an end counts once, and a signal is 128 and its number", () => {
  const context = create("%1");
  exit("%1", 5);
  events.emit("pane-closed", { pane: "%1", window: "@0" } as never);
  expect(context.exit).toMatchObject({ exit_code: 5 });
  const killed = create("%2");
  events.emit("pane-closed", { pane: "%2", window: "@0" } as never);
  expect(killed.exit).toMatchObject({ exit_code: 129, signal: "SIGHUP" });
});

test("ids go on in the next daemon, also those that were set aside and never used", () => {
  const before = new Set(Array.from({ length: 100 }, () => contexts.newId()));
  const next = new Contexts(host(), listener);
  for (let count = 0; count < 100; count++) expect(before.has(next.newId())).toBe(false);
});

test("a record says whether the team spawned the context; a record of an earlier version counts as spawned", () => {
  const spawned = contexts.create("team", server, "%1" as PaneId, { spawned: true });
  const created = contexts.create("team", server, "%2" as PaneId);
  records.note("context", "ctx_9999", { team: "team", server: "s", pane: "%3" as PaneId, started: true });
  const next = new Contexts(host(), listener);
  next.restore();
  const ids = [spawned.id, created.id, "ctx_9999"];
  expect(ids.map((id) => next.find(id)?.spawned)).toEqual([true, false, true]);
});
