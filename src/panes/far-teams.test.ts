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
