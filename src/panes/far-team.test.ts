import { expect, test } from "vitest";
import { memoryRecords } from "../../test/fixtures/memory-records.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { AnyEvent } from "../protocol/events.ts";
import { AgentChanges } from "./agent-changes.ts";
import { FarTeam } from "./far-team.ts";
import type { FarBackend, FarOrder, NativeHost } from "./host.ts";
import type { LoggedEvent, NativeTypes } from "./records.ts";

interface Opened {
  readonly order: Omit<FarOrder, "onEnd"> & { onEnd(error?: Error): void };
  readonly closed: boolean;
}

const BAD_CURSOR = new ProtocolError("bad-cursor", "event 1 has not happened: the newest is 0");
const changed = (context_id: string, sequence: number): AnyEvent => ({
  method: "mullion.context_changed",
  params: { context_id, metadata: {}, sequence },
});
const callOf = { team: { isWide: false }, hold() {}, gone: new AbortController().signal };

/** A team with the live context ctx_1, on a host whose answers the test decides. */
async function teamOnHost() {
  const opened: Opened[] = [];
  const log: LoggedEvent[] = [];
  const answers: (() => unknown)[] = [];
  const refusals: Error[] = [];
  const backend: FarBackend = {
    call: async () => answers.shift()?.() ?? {},
    offsets: () => ({}),
    close() {},
  };
  const clock = { now: () => 0, after: () => () => {} };
  const hosts: Partial<NativeHost["hosts"]> = {
    async open(order) {
      opened.push({ order, closed: false });
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      return backend;
    },
  };
  const host = { clock, records: memoryRecords<NativeTypes>(), hosts } as unknown as NativeHost;
  const team = new FarTeam({
    ...{ host, changes: new AgentChanges(clock), recordName: "team.build" },
    placed: { team: "team", host: "build", sequence: 0, asked: 0, live: [] },
    log: (_team, make) => void log.push(make(log.length + 1)),
    onStartAnswered() {},
    agentReaders: () => ({ team: 0, all: 0 }),
    onUnused() {},
  });
  answers.push(() => ({ context_id: "ctx_1" }));
  await team.call("spawn_agent", {}, callOf);
  opened[0]!.order.onEvent({
    method: "mullion.context_spawned",
    params: { context_id: "ctx_1", metadata: {}, sequence: 1 },
  });
  expect(team.live).toEqual(["build/ctx_1"]);
  return { team, log, opened, answers, refusals };
}

const methodsOf = (log: readonly LoggedEvent[]) => log.map(({ method }) => method);

test("a change by another caller does not hide the team's own next change", async () => {
  const { team, log, opened } = await teamOnHost();
  opened[0]!.order.onEvent(changed("ctx_1", 2));
  opened[0]!.order.onEvent(changed("ctx_1", 3));
  await team.call("mullion.rename", { context_id: "ctx_1", name: "review" }, callOf);
  opened[0]!.order.onEvent(changed("ctx_1", 4));
  expect(methodsOf(log)).toEqual(["mullion.context_spawned", "mullion.context_changed"]);
  team.close();
});

test("a change that the host rejects does not admit a change by another caller", async () => {
  const { team, log, opened, answers } = await teamOnHost();
  answers.push(() => {
    throw new ProtocolError("bad-value", "host build: the name is too long");
  });
  await expect(team.call("mullion.rename", { context_id: "ctx_1" }, callOf)).rejects.toThrow("too long");
  opened[0]!.order.onEvent(changed("ctx_1", 2));
  expect(methodsOf(log)).toEqual(["mullion.context_spawned"]);
  team.close();
});

const LOST = [
  { method: "mullion.context_spawned" },
  {
    method: "context_exited",
    params: { context_id: "build/ctx_1", exit_code: 129, signal: "SIGHUP", sequence: 2 },
  },
];

test("contexts exit for their team when their host returns without its records", async () => {
  const { team, log, opened } = await teamOnHost();
  opened[0]!.order.onEnd(BAD_CURSOR);
  expect(log).toMatchObject(LOST);
  expect(team.live).toEqual([]);
  expect(team.isEmpty).toBe(true);
});

test("contexts exit once when the next connection learns of the loss first", async () => {
  const { team, log, opened, refusals } = await teamOnHost();
  opened[0]!.order.onEnd();
  refusals.push(BAD_CURSOR);
  await expect(team.call("list", {}, callOf)).rejects.toThrow("has not happened");
  opened[0]!.order.onEnd(BAD_CURSOR);
  expect(log).toMatchObject(LOST);
  expect(team.live).toEqual([]);
});

test("the contexts of a host that was removed or ended stay on record", async () => {
  const { team, log, opened } = await teamOnHost();
  opened[0]!.order.onEnd(new ProtocolError("no-such-target", "host build: there is no host build"));
  expect(methodsOf(log)).toEqual(["mullion.context_spawned"]);
  expect(team.live).toEqual(["build/ctx_1"]);
  expect(opened).toHaveLength(1);
});
