import { expect, test } from "vitest";
import type { PageHost } from "../../../protocol/page.ts";
import { EndedHosts } from "./ended-hosts.ts";

const never = new AbortController().signal;

/** Machines with one host, whose state the test sets. */
function oneHost() {
  const listeners = new Set<() => void>();
  let hosts: PageHost[] = [{ name: "there", state: "connected" }];
  const set = (...states: PageHost["state"][]) => {
    hosts = states.map((state) => ({ name: "there", state }));
    for (const listener of [...listeners]) listener();
  };
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { set, listeners, ended: new EndedHosts({ described: () => hosts, onChange }) };
}

test("an ended host is waited for until its link was cut and is connected again", async () => {
  const { ended, set, listeners } = oneHost();
  ended.add("there");
  const next = ended.next("there", never);
  set("connected");
  expect(ended.has("there")).toBe(true);
  set("unreachable");
  expect(ended.has("there")).toBe(true);
  set("connected");
  await next;
  expect([ended.has("there"), listeners.size]).toEqual([false, 0]);
});

test("an ended host whose link is cut already is waited for until it is connected", () => {
  const { ended, set } = oneHost();
  set("unreachable");
  ended.add("there");
  expect(ended.has("there")).toBe(true);
  set("connected");
  expect(ended.has("there")).toBe(false);
});

test("a host that was removed is not waited for", async () => {
  const { ended, set } = oneHost();
  ended.add("there");
  const next = ended.next("there", never);
  set();
  await next;
  expect(ended.has("there")).toBe(false);
});

test("nobody waits for another host, nor beyond an aborted signal", async () => {
  const { ended } = oneHost();
  await ended.next("there", never);
  ended.add("there");
  await ended.next("there", AbortSignal.abort());
  const leaving = new AbortController();
  const next = ended.next("there", leaving.signal);
  leaving.abort();
  await next;
  expect(ended.has("there")).toBe(true);
});
