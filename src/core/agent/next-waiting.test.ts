import { beforeEach, expect, test } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import type { Client, Pane } from "../tree/tree.ts";
import { nextWaiting, targetFor } from "./next-waiting.ts";

let world: IdleWorld;
let mux: Mux;
let panes: Pane[];
let client: Client;

beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  for (const name of ["here", "there", "beyond"]) mux.createSession({ name, cwd: "/" });
  panes = [...mux.server.panes.values()];
  for (const pane of panes) mux.server.agents.of(pane);
  client = mux.attachClient(mux.server.sessionNamed("here")!, { name: "client" });
});

function wait(...order: number[]): void {
  for (const index of order) {
    world.pass(1);
    mux.paneNotified(panes[index]!, "?");
  }
}

test("no pane waits", () => {
  expect(nextWaiting(mux.server, client)).toBeUndefined();
});

test("the one that waits longest comes first", () => {
  wait(2, 1);
  expect(nextWaiting(mux.server, client)).toBe(panes[2]);
  expect(targetFor(client, panes[2]!)).toBe("$2:@2.%2");
});

test("from one that waits the way goes to the next, and from the last to the first", () => {
  wait(1, 0, 2);
  expect(nextWaiting(mux.server, client)).toBe(panes[2]);
  client = { session: mux.server.sessionNamed("beyond") } as Client;
  expect(nextWaiting(mux.server, client)).toBe(panes[1]);
});

test("the pane that one looks at is no other", () => {
  wait(0);
  expect(nextWaiting(mux.server, client)).toBeUndefined();
});

test("a window that is in several sessions is seen in the client's own", () => {
  const there = mux.server.sessionNamed("there")!;
  mux.linkWindow(there.current, { session: client.session!, index: 5, detached: true });
  wait(1);
  expect(targetFor(client, nextWaiting(mux.server, client)!)).toBe("$0:@1.%1");
});
