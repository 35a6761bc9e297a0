import { describe, expect, it } from "vitest";
import { MuxError } from "../errors.ts";
import { optionTable } from "./option-table.ts";
import { Options } from "./options.ts";

function family() {
  const changed: string[] = [];
  const onChange = (name: string) => void changed.push(name);
  const global = new Options({ scope: "window", onChange });
  const window = new Options({ scope: "window", parent: global, onChange });
  const pane = new Options({ scope: "pane", parent: window, onChange });
  return { global, window, pane, changed };
}

describe("a store of options", () => {
  it("has every option of its scope from the start, and its own types", () => {
    for (const scope of ["server", "session", "window"] as const) {
      const store = new Options({ scope });
      for (const { name, default: value } of optionTable.filter((entry) => entry.scope === scope)) {
        expect(store.has(name)).toBe(true);
        expect(
          typeof value === "string" ? store.get(name) : store.list(name).map(([, text]) => text),
        ).toEqual(value);
      }
    }
    const session = new Options({ scope: "session" });
    expect(session.number("history-limit")).toBe(2000);
    expect(session.number("status")).toBe(1);
    expect(session.flag("mouse")).toBe(false);
    expect(session.flag("status")).toBe(true);
    expect(session.colour("display-panes-colour")).toEqual({ kind: "basic", index: 4 });
    expect(new Options({ scope: "window" }).colour("cursor-colour")).toEqual({ kind: "none" });
    expect(session.get("update-environment[0]")).toBe("DISPLAY");
    expect(session.get("@nothing")).toBeUndefined();
    expect(() => session.number("status-left")).toThrow("not of type");
  });

  it("has our own option of room", () => {
    const server = new Options({ scope: "server" });
    expect(server.get("pane-room")).toBe("grow");
    for (const value of ["refuse", "legible", "grow"]) {
      server.set("pane-room", value);
      expect(server.get("pane-room")).toBe(value);
    }
    expect(() => server.set("pane-room", "wide")).toThrow(new MuxError("bad-value", "unknown value: wide"));
  });

  it("inherits, follows its new parent, and reports changes", () => {
    const { global, window, pane, changed } = family();
    window.set("remain-on-exit", "failed");
    expect(pane.get("remain-on-exit")).toBe("failed");
    pane.set("remain-on-exit", "on");
    pane.unset("remain-on-exit");
    pane.unset("remain-on-exit");
    expect(pane.get("remain-on-exit")).toBe("failed");
    pane.reparent(new Options({ scope: "window", parent: global }));
    expect(pane.get("remain-on-exit")).toBe("off");
    expect(changed).toEqual(["remain-on-exit", "remain-on-exit", "remain-on-exit"]);
    expect(() => global.set("monitor-silence", "x")).toThrow("value is invalid: x");
    expect(changed).toHaveLength(3);
  });

  it("asks the rules that it was given, and children ask the same", () => {
    const rules = { suitableShell: (path: string) => path === "/bin/fit" };
    const global = new Options({ scope: "session", rules });
    const session = new Options({ scope: "session", parent: global });
    session.set("default-shell", "/bin/fit");
    expect(session.get("default-shell")).toBe("/bin/fit");
    expect(() => session.set("default-shell", "/bin/other")).toThrow("not a suitable shell: /bin/other");
  });

  it("goes on from its record, which holds only what is its own", () => {
    const { global, window } = family();
    expect(global.toRecord()).toEqual({});
    global.set("@x", "1");
    global.set("mode-keys", "vi");
    global.set("pane-colours[7]", "red");
    window.set("window-style", "default");
    expect(global.toRecord()).toEqual({ "mode-keys": "vi", "pane-colours": [[7, "red"]], "@x": "1" });
    expect(window.toRecord()).toEqual({ "window-style": "default" });
    const record = { ...global.toRecord(), "gone-option": "x", mouse: "on" };
    const copy = Options.fromRecord(record, { scope: "window" });
    expect(copy.toRecord()).toEqual(global.toRecord());
  });

  it("is not changed through its defaults", () => {
    const first = new Options({ scope: "session" });
    first.set("update-environment", "ONLY");
    first.unset("update-environment[0]");
    expect(first.list("update-environment")).toEqual([]);
    expect(new Options({ scope: "session" }).list("update-environment")).toHaveLength(8);
    first.unset("update-environment");
    expect(first.list("update-environment")).toHaveLength(8);
  });
});
