import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  leaveStubPage,
  runAfter,
  type StubPage,
  StubSocket,
  stubPage,
} from "../../../../test/browser/stub-page.ts";
import { PageLink } from "./page-link.ts";
import { onWake } from "./reopening.ts";

const PING_MS = 4_000;
const MINUTE_MS = 60_000;

let page: StubPage;
let link: PageLink;
/** Another connection of the page, and how often it was opened again. */
let reopened: number;
let closeOther: () => void;
beforeEach(() => {
  page = stubPage();
  // The daemon answers no request.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("there is no daemon here")));
  reopened = 0;
  closeOther = onWake(() => {
    reopened += 1;
  });
  link = new PageLink({ message: () => {}, state: () => {} });
  link.open();
  socket().receive({ type: "hello" });
});
afterEach(() => {
  link.close();
  closeOther();
  leaveStubPage();
});

const socket = () => StubSocket.opened.at(-1)!;
test("a hidden page keeps connections that answer, and so does a person's return", () => {
  socket().answersPings = true;
  page.show(false);
  for (let minute = 0; minute < 10; minute++) runAfter(MINUTE_MS);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  page.show(true);
  vi.advanceTimersByTime(3 * PING_MS);
  expect([StubSocket.opened.length, reopened]).toEqual([1, 0]);
});

test("all connections open again when the page's own is found dead after a pause", () => {
  page.show(false);
  runAfter(MINUTE_MS);
  socket().end();
  expect([StubSocket.opened.length, reopened]).toEqual([2, 1]);
});

test("all connections open again when no answer comes after a person's return", () => {
  page.show(false);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  page.show(true);
  vi.advanceTimersByTime(2 * PING_MS);
  expect([StubSocket.opened.length, reopened]).toEqual([2, 1]);
});

test("the end of the page's own connection says nothing about others once it has answered", () => {
  socket().answersPings = true;
  page.show(false);
  runAfter(MINUTE_MS);
  vi.advanceTimersByTime(PING_MS);
  socket().end();
  expect([StubSocket.opened.length, reopened]).toEqual([1, 0]);
});
