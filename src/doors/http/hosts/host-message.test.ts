import { describe, expect, test } from "vitest";
import { checkLive, pageCheck } from "./host-message.ts";

const ID = "7b1d8a54-0000-8000-8000-000000000000";
const AGENT = {
  ...{ state: "working", because: "", rule: "none", confidence: 1, since: 0, unread: false, program: "" },
};
const PANE = {
  ...{
    id: ID,
    pane_id: "%1",
    title: "",
    metadata: { role: "x" },
    command: ["sh"],
    foreground: "sh",
    cwd: "/",
  },
  ...{ pid: 1, tty: "", cols: 80, rows: 24, left: 0, top: 0, active: true, agent: AGENT, name: "a" },
  ...{
    is_agent: true,
    server: "s",
    socket: "/s",
    session: "s",
    window_id: "@1",
    window_index: 0,
    window: "w",
  },
  ...{ last_line: "", viewers: [] },
};
const house = (panes: readonly object[]) => JSON.stringify({ type: "house", panes, windows: [] });
const change = (panes: readonly object[], gone: readonly string[] = []) =>
  JSON.stringify({ type: "change", panes, gone });

describe("what a host sends to a page", () => {
  test("passes as it is if it has the right form, with members of a later version", () => {
    const later = house([{ ...PANE, later: { member: 1 } }]);
    expect(pageCheck()(later)).toBe(later);
    const picture = {
      id: ID,
      cols: 80,
      rows: 2,
      lines: [[[0, "a", 1, -1, 0x1000000]], null],
      cursor: [0, 1],
    };
    const pictures = JSON.stringify({ type: "pictures", pictures: [picture] });
    expect(pageCheck()(pictures)).toBe(pictures);
  });

  test.each([
    { type: "hosts", hosts: [] },
    { type: "ended", reason: "x" },
    { type: "pong" },
    { type: "toString" },
    {},
  ])("is discarded if it is not for pages: %j", (message) => {
    expect(pageCheck()(JSON.stringify(message))).toBeUndefined();
  });

  test.each([
    ["no JSON", "<script>"],
    ["no object", "7"],
    ["an id that names another host", house([{ ...PANE, id: `other/${ID}` }])],
    ["a missing member", house([{ ...PANE, agent: undefined }])],
    ["a state that does not exist", house([{ ...PANE, agent: { ...AGENT, state: "toString" } }])],
    ["choices that are no list", house([{ ...PANE, choices: "abc" }])],
    ["a screen without end", house([{ ...PANE, cols: 1e9 }])],
    ["pictures that are none", JSON.stringify({ type: "pictures", pictures: [{ id: ID }] })],
  ])("ends the connection: %s", (_what, text) => {
    expect(() => pageCheck()(text)).toThrow();
  });

  test("names no prototype, also in disguise, and may show the word", () => {
    for (const key of ["__proto__", "\\u005f_proto__", "__\\u0070roto__"]) {
      const text = house([PANE]).replace('"title":""', `"title":"__proto__","${key}":{"choices":7}`);
      const pane = JSON.parse(pageCheck()(text) ?? "").panes[0];
      expect([Object.hasOwn(pane, "__proto__"), pane.title, pane.choices]).toEqual([
        false,
        "__proto__",
        undefined,
      ]);
    }
  });

  test("is bounded over all messages of a connection, and what is gone counts no more", () => {
    const check = pageCheck();
    const id = (n: number) => ID.replace(/.{12}$/, String(n).padStart(12, "0"));
    const large = (n: number) => ({ ...PANE, id: id(n), title: "x".repeat(1_000_000) });
    for (let round = 0; round < 20; round++) {
      check(change([large(round)]));
      check(change([], [id(round)]));
    }
    for (let n = 0; n < 8; n++) check(change([large(n)]));
    check(house([large(1)]));
    for (let n = 0; n < 8; n++) check(change([large(n)]));
    expect(() => check(change([large(8)]))).toThrow("more than 8 MB");
  });

  test("of a live pane has a form too", () => {
    const snapshot = { type: "snapshot", cols: 80, rows: 24, screen: "a", offset: 0, pid: 1 };
    expect(checkLive(JSON.stringify(snapshot))).toBe(JSON.stringify(snapshot));
    expect(() => checkLive(JSON.stringify({ ...snapshot, rows: 0 }))).toThrow();
    expect(() => checkLive(JSON.stringify({ type: "agent", agent: {} }))).toThrow();
    expect(checkLive(JSON.stringify({ type: "house", panes: 7 }))).toBeUndefined();
  });
});
