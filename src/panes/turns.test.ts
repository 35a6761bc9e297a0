import { expect, test } from "vitest";
import type { NativeRecords } from "./records.ts";
import { Turns } from "./turns.ts";

const pane = { place: { server: "a", pane: "%0" } } as const;
const other = { place: { server: "a", pane: "%1" } } as const;

type Kept = Map<string, { readonly request: string }>;

/** A daemon whose requests and clock the test controls. `kept`: the turns on record. */
function daemon(kept: Kept = new Map()) {
  const caller: { request?: string } = {};
  const timers = new Map<() => void, number>();
  let now = 0;
  const after = (delayMs: number, run: () => void) => {
    timers.set(run, now + delayMs);
    return () => timers.delete(run);
  };
  const pass = (ms: number) => {
    now += ms;
    for (const [run, at] of timers) if (at <= now && timers.delete(run)) run();
  };
  const records = {
    under: () => kept.entries(),
    note(_: string, name: string, record?: { readonly request: string }) {
      if (record) kept.set(name, record);
      else kept.delete(name);
    },
    commit() {},
  } as unknown as NativeRecords;
  const clock = { now: () => now, after };
  const turns = new Turns({ clock, records, repeatedRequest: () => caller.request });
  return { caller, kept, pass, turns };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a turn begins at once in a free pane, and the next one when it has settled", async () => {
  const { turns } = daemon();
  const order: string[] = [];
  const [typed, read] = [gate(), gate()];
  const first = turns.take(
    pane,
    async () => {
      order.push("first");
      await typed.opened;
      return 1;
    },
    () => read.opened,
  );
  const second = turns.take(pane, async () => void order.push("second"));
  const elsewhere = turns.take(other, async () => void order.push("elsewhere"));
  expect([order, turns.isTaken(pane)]).toEqual([["first", "elsewhere"], true]);
  typed.open();
  expect(await first).toBe(1);
  await elsewhere;
  expect(order).not.toContain("second");
  read.open();
  await second;
  expect(order).toEqual(["first", "elsewhere", "second"]);
});

test("a failed turn ends like any other", async () => {
  const { turns } = daemon();
  const failed = turns.take(pane, () => Promise.reject(new Error("gone")));
  const next = turns.take(pane, async () => "typed");
  await expect(failed).rejects.toThrow("gone");
  expect(await next).toBe("typed");
  await settled();
  expect(turns.isTaken(pane)).toBe(false);
});

test("the turn of a text is on record until everything is typed, if its request is repeated", async () => {
  const { caller, kept, turns } = daemon();
  const [typed, read] = [gate(), gate()];
  const settle = () => read.opened;
  void turns.take(other, () => typed.opened, settle);
  caller.request = "1f";
  await turns.take(pane, async () => expect(kept.size).toBe(0));
  const typing = turns.take(pane, () => typed.opened, settle);
  await settled();
  expect([...kept]).toEqual([["a%0", { request: "1f" }]]);
  typed.open();
  await typing;
  expect(kept.size).toBe(0);
});

/** Another caller comes to the next daemon before the one whose turn it was. */
function interrupted() {
  const next = daemon(new Map([["a%0", { request: "1f" }]]));
  const order: string[] = [];
  next.caller.request = "2e";
  const second = next.turns.take(pane, async () => void order.push("second"));
  return { next, order, second };
}

test("the request whose turn it was has the first turn of the next daemon", async () => {
  const { next, order, second } = interrupted();
  expect(next.turns.isTaken(pane)).toBe(true);
  next.caller.request = "1f";
  expect(next.turns.isTaken(pane)).toBe(false);
  const typed = gate();
  const type = async () => {
    order.push("first");
    await typed.opened;
  };
  const first = next.turns.take(pane, type, settled);
  next.pass(10_000);
  await settled();
  expect([order, next.kept.size]).toEqual([["first"], 1]);
  typed.open();
  await first;
  await second;
  expect([order, next.kept.size]).toEqual([["first", "second"], 0]);
});

test("a request that does not return is not waited for any longer", async () => {
  const { next, order, second } = interrupted();
  next.pass(4_999);
  await settled();
  expect(order).toEqual([]);
  next.pass(1);
  await second;
  await settled();
  expect([order, next.kept.size, next.turns.isTaken(pane)]).toEqual([["second"], 0, false]);
});
