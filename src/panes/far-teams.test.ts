import { expect, test } from "vitest";
import { memoryRecords } from "../../test/fixtures/memory-records.ts";
import { AgentChanges } from "./agent-changes.ts";
import { FarTeams } from "./far-teams.ts";
import type { FarBackend, FarOrder, NativeHost } from "./host.ts";
import type { NativeTypes } from "./records.ts";
import type { Team } from "./team.ts";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Teams of a machine with the host build, whose link is in the state that the test sets. */
function teamsOnHost({ placed, opening }: { placed?: NativeTypes["placed"]; opening?: Promise<void> } = {}) {
  let now = 0;
  let state = "connected";
  let onChange = () => {};
  const timers = new Set<Timer>();
  const opened: FarOrder[] = [];
  const answers: (() => Promise<unknown>)[] = [];
  const closed: unknown[] = [];
  const clock: NativeHost["clock"] = {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const hosts: Partial<NativeHost["hosts"]> = {
    names: () => ["build"],
    described: () => [{ name: "build", address: "build", state: state as "connected" }],
    check() {},
    onEnded() {},
    onChange(listener) {
      onChange = listener;
    },
    async open(order) {
      opened.push(order);
      if (order.wait) await opening;
      const backend: FarBackend = {
        call: async () => (await answers.shift()?.()) ?? { contexts: [] },
        offsets: () => ({}),
        close: () => void closed.push(order),
      };
      return backend;
    },
  };
  const records = memoryRecords<NativeTypes>();
  if (placed) records.note("placed", "wide.build", placed);
  const host = { clock, records, hosts } as unknown as NativeHost;
  const changes = new AgentChanges(clock);
  return {
    ...{ opened, closed, answers },
    far: new FarTeams({ host, changes, log() {}, onStartAnswered() {} }),
    change(next: string) {
      state = next;
      onChange();
    },
    pass(ms: number) {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.run();
      }
    },
  };
}

const wide = { hint: "wide", isWide: true } as Team;
const callOf = { team: wide, hold() {}, gone: new AbortController().signal };
const turn = () => new Promise(setImmediate);

test("readers follow the agents of a host again when something else has connected to its next daemon", async () => {
  const { far, opened, change } = teamsOnHost();
  change("connected");
  const stop = far.followAgents(wide, "all");
  expect(opened).toHaveLength(1);
  await turn();
  opened[0]!.onEnd();
  // Another host was added: the link of this one still stands, to a daemon that ends.
  change("connected");
  change("unreachable");
  change("connecting");
  expect(opened).toHaveLength(1);
  change("connected");
  expect(opened).toHaveLength(2);
  stop();
  far.close();
});

test("a team that never had anything on a host is forgotten when it has no reader and no request", async () => {
  const { far, closed, pass } = teamsOnHost();
  const first = far.on(wide, "build");
  await first.call("list", {}, callOf);
  pass(59_999);
  expect(far.find(wide, "build")).toBe(first);
  pass(1);
  expect(far.find(wide, "build")).toBeUndefined();
  await turn();
  expect(closed).toHaveLength(1);
  expect(far.on(wide, "build")).not.toBe(first);
});

test("a team with a reader or a request that is not answered is kept, with its connections", async () => {
  const { far, closed, answers, pass } = teamsOnHost();
  const first = far.on(wide, "build");
  await first.call("list", {}, callOf);
  let answer = (_: unknown) => {};
  answers.push(() => new Promise((resolve) => (answer = resolve)));
  const waiting = first.call("list", {}, callOf);
  await turn();
  pass(60_000);
  await turn();
  expect(closed).toEqual([]);
  answer({ contexts: [] });
  await waiting;
  const stop = far.followAgents(wide, "all");
  pass(60_000);
  expect(far.find(wide, "build")).toBe(first);
  stop();
  pass(60_000);
  expect(far.find(wide, "build")).toBeUndefined();
});

test("a team that has started something on a host stays on record there", async () => {
  const { far, opened, answers, pass } = teamsOnHost();
  const first = far.on(wide, "build");
  answers.push(async () => ({ context_id: "ctx_1" }));
  await first.call("spawn_agent", {}, callOf);
  const order = opened[0]!;
  const about = { context_id: "ctx_1" };
  order.onEvent({ method: "mullion.context_spawned", params: { ...about, metadata: {}, sequence: 1 } });
  order.onEvent({ method: "context_exited", params: { ...about, exit_code: 0, offset: 0, sequence: 2 } });
  expect(first.isEmpty).toBe(true);
  pass(60_000);
  expect(far.find(wide, "build")).toBe(first);
});

test("a start whose outcome is unknown is followed however long the host cannot be reached", async () => {
  let reach = () => {};
  const opening = new Promise<void>((resolve) => (reach = resolve));
  const placed = { team: "wide", host: "build", sequence: 3, asked: 1, live: [] };
  const { far, opened, closed, pass } = teamsOnHost({ placed, opening });
  far.restored();
  await far.on(wide, "build").call("list", {}, callOf);
  pass(60_000);
  reach();
  await turn();
  expect(opened.map(({ wait }) => wait)).toEqual([true, undefined]);
  expect(closed).toEqual([]);
});
