import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveStubPage, runAfter, type StubPage, stubPage } from "../../../../test/browser/stub-page.ts";
import { onWake } from "./reopening.ts";

const TICK_MS = 5_000;

let page: StubPage;
let calls: string[];
let stop: () => void;
beforeEach(() => {
  page = stubPage();
  calls = [];
  stop = onWake(
    () => calls.push("wake"),
    () => calls.push("doubt"),
  );
});
afterEach(() => {
  stop();
  leaveStubPage();
});

test("a page that did not run while a person could see it was asleep", () => {
  runAfter(20_000);
  runAfter(TICK_MS);
  expect(calls).toEqual(["wake"]);
});

test("a page that runs has no reason to reconnect, also after a person has left it and is back", () => {
  runAfter(TICK_MS);
  page.show(false);
  runAfter(TICK_MS);
  page.show(true);
  runAfter(TICK_MS);
  expect(calls).toEqual([]);
});

test("a hidden page, which a browser runs once a minute, does not count as asleep", () => {
  page.show(false);
  for (let minute = 0; minute < 10; minute++) runAfter(60_000);
  expect(calls).toEqual(Array(10).fill("doubt"));
});

test("a person who returns to a hidden page finds its connections in doubt, not replaced", () => {
  page.show(false);
  vi.setSystemTime(Date.now() + 40_000);
  page.show(true);
  expect(calls).toEqual(["doubt"]);
  runAfter(TICK_MS);
  expect(calls).toEqual(["doubt"]);
});

test("listens to nothing any more once it is stopped", () => {
  stop();
  page.show(false);
  runAfter(60_000);
  page.show(true);
  runAfter(60_000);
  expect(calls).toEqual([]);
});
