import { expect, test } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../../core/mux/create-server.ts";
import type { HotCall } from "../verb.ts";
import { LiveAgents } from "./live-agents.ts";

/** The live list of a machine with one server and one host. `changed`: the host reports a change. */
function listOf() {
  const world = new IdleWorld();
  const mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  const session = mux.createSession({ name: "work", cwd: "/" });
  world.pass(60_000);
  let changed = () => {};
  const view = {
    last: { name: "build", address: "build", error: undefined, known: undefined },
    follow(_environment: unknown, onChanged: () => void) {
      changed = onChanged;
      return () => {};
    },
  };
  const context = {
    clock: world.ports.clock,
    servers: () => [mux],
    onTreeChange: () => () => {},
    hosts: { views: () => [view], onChange: () => () => {} },
  };
  const invocation = { environment: new Map() };
  let renamed = 0;
  let notified = 0;
  const list = new LiveAgents({ context, invocation } as unknown as HotCall, true, () => (notified += 1));
  return {
    ...{ world, list },
    renameHere: () => mux.renameSession(session, `work-${++renamed}`),
    changeThere: () => changed(),
    notified: () => notified,
  };
}

test.each(["renameHere", "changeThere"] as const)(
  "the first change is shown at once, those in the pause after it together at its end: %s",
  (how) => {
    const { world, list, notified, ...changes } = listOf();
    const change = () => changes[how]();
    change();
    world.pass(0);
    expect(notified()).toBe(1);
    change();
    world.pass(20);
    change();
    world.pass(29);
    expect(notified()).toBe(1);
    world.pass(1);
    expect(notified()).toBe(2);
    list.close();
  },
);

test("a change here and one on a host do not delay each other", () => {
  const { world, list, notified, renameHere, changeThere } = listOf();
  renameHere();
  world.pass(0);
  changeThere();
  world.pass(0);
  expect(notified()).toBe(2);
  list.close();
});
