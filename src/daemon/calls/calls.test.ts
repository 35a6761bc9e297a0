import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CLIENT_FLAG } from "../../wire/client-wire.ts";
import type { AttachedPlace } from "../../wire/invocation.ts";
import { Log } from "../life/log.ts";
import { Ledger } from "../records/ledger.ts";
import { Store } from "../records/store.ts";
import { AttachedPlaces } from "./attached-places.ts";
import { Calls } from "./calls.ts";
import { ClientCall } from "./client-call.ts";
import { ExactlyOnce } from "./exactly-once.ts";
import { currentRequest, type RequestScope } from "./request-scope.ts";

let directory: string;
let store: Store;
let calls: Calls;
/** The request of the last call that ran. */
let scope: RequestScope | undefined;
/** The place at which the last call was attached before. */
let returned: AttachedPlace | undefined;
beforeEach(() => {
  directory = mkdtempSync("/tmp/mca-");
  store = new Store(directory);
  const ledger = new Ledger(store);
  calls = new Calls({
    ledger,
    exactlyOnce: new ExactlyOnce(store),
    places: new AttachedPlaces(store, ledger),
    log: new Log(join(directory, "log")),
    run: async (_call, place) => {
      scope = currentRequest();
      returned = place;
    },
    undo() {},
  });
});
afterEach(() => {
  calls.ledger.commit();
  store.close();
  rmSync(directory, { recursive: true });
});

const place: AttachedPlace = { socketPath: "/s", session: "$0", flags: "", utf8: true, features: [] };

/** A call that runs until its client disconnects. */
function takeCall({ flags = 0 } = {}): ClientCall {
  const call = new ClientCall({
    hello: {
      requestId: 5n,
      flags,
      size: { cols: 80, rows: 24 },
      pid: 1,
      erase: 0x7f,
      stdinTaken: 0n,
      program: "tmux",
      cwd: "/",
      ttyName: "/dev/pts/1",
      argv: ["attach"],
      environment: [],
    },
    peer: { uid: 0, confinedTo: undefined },
    connection: { unsentBytes: 0, congested: false, onDrained() {}, send() {}, end() {} },
    calls,
  });
  calls.take(call);
  return call;
}

async function disconnect(call: ClientCall): Promise<void> {
  call.gone();
  await expect.poll(() => calls.answered).toBe(1);
}

const attached = () => {
  calls.ledger.commit();
  return [...store.under("attached")].map(([, { session }]) => session);
};

test("a daemon that ends waits for a call, but not for an attached one", async () => {
  const call = takeCall();
  let idle = false;
  const waited = calls.idle().then(() => {
    idle = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(idle).toBe(false);
  call.openTerminal().recordPlace(place);
  await waited;
  await calls.idle();
  await disconnect(call);
});

test("a repeated request waits until its first attempt has ended", async () => {
  const first = takeCall();
  const firstScope = scope;
  const again = takeCall({ flags: CLIENT_FLAG.CLIENT_FLAG_RETRY });
  await new Promise((resolve) => setImmediate(resolve));
  expect(scope).toBe(firstScope);
  await disconnect(first);
  await expect.poll(() => scope).not.toBe(firstScope);
  again.gone();
  await expect.poll(() => calls.answered).toBe(2);
});

test("an attached client that connects again is at its place, with the keys that were handled there", async () => {
  const first = takeCall();
  first.openTerminal().recordPlace(place);
  calls.ledger.note(calls.places.handledStdin(5n, { end: 40n, table: "prefix" }));
  takeCall({ flags: CLIENT_FLAG.CLIENT_FLAG_RETRY });
  await disconnect(first);
  await expect.poll(() => returned).toMatchObject({ session: "$0" });
  calls.ledger.commit();
  expect(calls.places.takenBy(5n)).toBe(40n);
  expect([40n, 41n].map((offset) => calls.places.tableAt(5n, offset))).toEqual(["prefix", undefined]);
});

test("an attached call counts as answered, and its place is on record until it ends", async () => {
  const call = takeCall();
  expect(scope).toMatchObject({ requestId: 5n, answered: false });
  call.openTerminal().recordPlace(place);
  expect(scope!.answered).toBe(true);
  expect(attached()).toEqual(["$0"]);
  await disconnect(call);
  expect(attached()).toEqual([]);
});
