import { expect, test } from "vitest";
import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { nextWaiting, paneEntries, windowEntries } from "./entries.ts";

const pane = (id: string, state: string, since: number) =>
  ({ id, name: id, metadata: {}, server: "default", session: "s", window: "w", window_index: 1, agent: { state, since, program: "" } }) as Partial<PagePane> as PagePane; // biome-ignore format: a row
const window = { socket: "/s", session: "team", session_id: "$1", window_id: "@2", index: 3, name: "tests", current: true, panes: ["a", "b"], attached: 0 } as Partial<PageWindow> as PageWindow; // biome-ignore format: a row

test("panes are in the order of urgency, and lead to their address", () => {
  const gone: string[] = [];
  const entries = paneEntries([pane("busy", "working", 1), pane("asks", "waiting", 2)], (address) =>
    gone.push(address),
  );
  expect(entries.map(({ title, detail }) => [title, detail])).toEqual([
    ["asks", "s › 1:w"],
    ["busy", "s › 1:w"],
  ]);
  entries[0]!.run();
  expect(gone).toEqual(["#/p/asks"]);
});

test("a session is listed by the window that it shows", () => {
  const entries = windowEntries([window, { ...window, index: 4, window_id: "@3", current: false }], () => {});
  expect(entries.map(({ kind, title, detail }) => [kind, title, detail])).toEqual([
    ["Session", "team", "detached"],
    ["Window", "3:tests", "team · 2 panes"],
    ["Window", "4:tests", "team · 2 panes"],
  ]);
});

test("the next waiting pane is the one that has waited longest, and from there the next one", () => {
  const panes = [pane("b", "waiting", 2), pane("a", "waiting", 1), pane("c", "working", 0)];
  expect(nextWaiting(panes)?.id).toBe("a");
  expect(nextWaiting(panes, "a")?.id).toBe("b");
  expect(nextWaiting([panes[0]!], "b")?.id).toBe("b");
  expect(nextWaiting([panes[2]!])).toBeUndefined();
});
