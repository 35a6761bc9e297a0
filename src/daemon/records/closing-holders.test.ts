import { mkdtempSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keyName } from "../../holders/held-pane.ts";
import { ClosingHolders } from "./closing-holders.ts";
import { Ledger } from "./ledger.ts";
import { Store } from "./store.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync("/tmp/mch-");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The notes as a daemon finds them that starts on these records. */
function start() {
  const store = new Store(directory);
  const ledger = new Ledger(store);
  const end = () => {
    ledger.commit();
    store.close();
  };
  return { closing: new ClosingHolders(store, ledger), ledger, end };
}

test("the next daemon knows which holders are being ended, and discards the notes of those that are gone", () => {
  const first = start();
  first.closing.add(1n);
  first.closing.add(2n);
  first.closing.add(3n);
  first.closing.delete(3n);
  first.end();

  const second = start();
  expect([1n, 2n, 3n].map((key) => second.closing.has(keyName(key)))).toEqual([true, true, false]);
  second.closing.keepOnly(new Set([keyName(2n)]));
  second.end();

  const third = start();
  expect([1n, 2n].map((key) => third.closing.has(keyName(key)))).toEqual([false, true]);
  third.end();
});

test("a note that exists is not written again, nor the end of one that does not", () => {
  const { closing, ledger, end } = start();
  closing.add(1n);
  ledger.commit();
  closing.add(1n);
  closing.delete(2n);
  ledger.commit();
  expect(ledger.commits).toBe(1);
  end();
});
