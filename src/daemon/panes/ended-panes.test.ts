import { mkdtempSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../../core/mux/create-server.ts";
import type { NativeServer } from "../../panes/host.ts";
import { Ledger } from "../records/ledger.ts";
import { Store } from "../records/store.ts";
import { EndedPanes } from "./ended-panes.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/mep-");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function observed() {
  const store = new Store(directory);
  const ledger = new Ledger(store);
  const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  mux.createSession({ name: "work", cwd: "/", command: ["cat"], direct: true });
  const ended = new EndedPanes({ ledger, store });
  ended.onOpened({ key: "aa", mux } as Partial<NativeServer> as NativeServer);
  const { events } = mux.server;
  const exit = (status: number) =>
    events.emit("pane-exited", { pane: "%0", window: "@0", exit: { status }, kept: false });
  const close = () => events.emit("pane-closed", { pane: "%0", window: "@0" });
  return { store, ledger, ended, events, exit, close };
}

test("a closed pane is found with its status, by server and pane or session, also by the next daemon", () => {
  const { store, ledger, ended, exit, close } = observed();
  exit(3);
  expect(ended.find("s", "%0")).toBeUndefined();
  close();
  const end = { pane: "%0", exit: { status: 3 }, time: expect.any(Number) };
  expect(ended.find("s", "%0")).toEqual(end);
  expect(ended.find("/tmp/s", "work")).toEqual(end);
  for (const [server, target] of [
    ["other", "%0"],
    ["s", "%1"],
    ["s", ""],
  ] as const)
    expect(ended.find(server, target)).toBeUndefined();
  ledger.commit();
  expect(new EndedPanes({ ledger, store }).find("s", "%0")).toEqual(end);
  ended.forget();
  expect(ended.find("s", "%0")).toBeUndefined();
  store.close();
});

test("the status of a process that was replaced is not the status of the pane", () => {
  const { store, ended, events, exit, close } = observed();
  exit(3);
  events.emit("pane-respawned", { pane: "%0" });
  close();
  expect(ended.find("s", "%0")).toEqual({ pane: "%0", time: expect.any(Number) });
  store.close();
});
