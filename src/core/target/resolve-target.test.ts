import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { MuxError } from "../errors.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import type { Session } from "../tree/tree.ts";
import { resolveClient } from "./resolve-client.ts";
import { findTarget, resolvePlace, resolveTarget } from "./resolve-target.ts";
import type { Caller, TargetKind } from "./target.ts";

let world: IdleWorld;
let mux: Mux;
let first: Session;
let second: Session;

beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/test", ports: world.ports });
  first = newSession("first");
  second = newSession("second");
});

function newSession(name: string): Session {
  world.pass(1000);
  return mux.createSession({ name, windowName: "w", cwd: "/", command: ["cat"] });
}

function resolve(kind: TargetKind, text?: string, caller: Caller = {}) {
  return resolveTarget({ server: mux.server, kind, text, caller });
}

describe("the current target", () => {
  it("is the most recently used session's", () => {
    expect(resolve("session").session).toBe(second);
    world.pass(1000);
    mux.clientActive(mux.attachClient(first, { name: "user" }));
    expect(resolve("session").session).toBe(first);
  });

  it("is the client's own, where one calls", () => {
    const client = mux.attachClient(first, { name: "c" });
    world.pass(1000);
    mux.clientActive(mux.attachClient(second, { name: "user" }));
    expect(resolve("pane", undefined, { client }).session).toBe(first);
  });

  it("is the current window of the caller's session, not the caller's own", () => {
    const own = first.current.window.active;
    const link = mux.createWindow(first, { command: ["cat"] });
    expect(resolve("pane", "", { paneId: own.id }).pane).toBe(link.window.active);
    expect(resolve("pane", undefined, { paneId: "%99" }).session).toBe(second);
  });

  it("is what a hook runs for, as long as that exists", () => {
    const current = resolve("pane", "first");
    const caller = { current, paneId: second.current.window.active.id };
    expect(resolve("pane", undefined, caller)).toEqual(current);
    mux.killSession(first);
    expect(resolve("pane", undefined, caller).session).toBe(second);
  });

  it("is the marked pane where the command prefers it", () => {
    const { server } = mux;
    const flags = { defaultMarked: true };
    expect(resolveTarget({ server, kind: "pane", text: undefined, caller: {}, flags }).session).toBe(second);
    mux.toggleMark(first.current, first.current.window.active);
    expect(resolveTarget({ server, kind: "pane", text: undefined, caller: {}, flags }).session).toBe(first);
    expect(resolve("pane", "{marked}").session).toBe(first);
  });

  it("is an unattached session if the command prefers one", () => {
    mux.attachClient(second, { name: "c" });
    const { server } = mux;
    const flags = { preferUnattached: true };
    expect(resolveTarget({ server, kind: "session", text: undefined, caller: {}, flags }).session).toBe(
      first,
    );
  });

  it("is missing in an empty server", () => {
    mux.killSession(first);
    mux.killSession(second);
    expect(() => resolve("pane")).toThrow(new MuxError("no-such-target", "no current target"));
    expect(findTarget({ server: mux.server, kind: "pane", text: "x", caller: {} }).session).toBeUndefined();
  });
});

describe("failures", () => {
  it.each([
    ["session", "none", "no-such-session", "can't find session: none"],
    ["session", "=firs", "no-such-session", "can't find session: firs"],
    ["window", "first:9", "no-such-window", "can't find window: 9"],
    ["window", "first:{last}", "no-such-window", "can't find window: !"],
    ["pane", "first:0.4", "no-such-pane", "can't find pane: 4"],
    ["pane", "%77", "no-such-pane", "can't find pane: %77"],
    ["pane", "~", "no-such-target", "no marked target"],
    ["pane", "=", "no-such-target", "no mouse target"],
  ] as const)("of a %s %s carry a code", (kind, text, code, message) => {
    expect(() => resolve(kind, text)).toThrow(expect.objectContaining({ code, message }));
  });

  it("of a place that names a pane", () => {
    const request = { server: mux.server, text: "first:0.1", caller: {} };
    expect(() => resolvePlace(request)).toThrow(new MuxError("no-such-target", "can't specify pane here"));
  });
});

it("counts an offset in a place by indexes, not by windows", () => {
  const place = resolvePlace({ server: mux.server, text: "first:+3", caller: {} });
  expect(place).toEqual({ session: first, index: 3, link: first.current });
  expect(resolvePlace({ server: mux.server, text: "first:", caller: {} }).index).toBeUndefined();
});

describe("clients", () => {
  it("are found by name and terminal", () => {
    const client = mux.attachClient(first, { name: "/dev/pts/3", tty: "/dev/pts/3" });
    for (const name of ["/dev/pts/3", "pts/3", "pts/3:"]) {
      expect(resolveClient(mux.server, name, {})).toBe(client);
      expect(resolve("session", name.replace(":", "")).session).toBe(first);
    }
    expect(() => resolveClient(mux.server, "pts/4:", {})).toThrow(/^can't find client: pts\/4$/);
  });

  it("are the best of the caller's session where none is named", () => {
    expect(() => resolveClient(mux.server, undefined, {})).toThrow(/^no current client$/);
    const older = mux.attachClient(first, { name: "older" });
    world.pass(1000);
    const newer = mux.attachClient(second, { name: "newer" });
    const paneId = first.current.window.active.id;
    expect(resolveClient(mux.server, undefined, { paneId })).toBe(older);
    expect(resolveClient(mux.server, undefined, {})).toBe(newer);
    expect(resolveClient(mux.server, undefined, { client: older })).toBe(older);
  });
});
