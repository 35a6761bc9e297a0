import { expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../../core/mux/create-server.ts";
import { HOLDER_DESCRIPTION_BYTES } from "../../wire/holder-wire.ts";
import { describePane, POPUP_DESCRIPTION, parseDescription } from "./pane-description.ts";

const server = { key: "0123456789ab", socketPath: "/tmp/s" };

function paneRunning(...command: string[]) {
  return paneOf({ command, windowName: "build é" });
}

function paneOf(given: { command: string[]; windowName?: string; name?: string }) {
  const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  mux.createSession({ name: "agents", cwd: "/srv", direct: true, ...given });
  return [...mux.server.panes.values()][0]!;
}

it("names the pane's place and its program", () => {
  const pane = paneRunning("sh", "-c", "exec cat");
  expect(parseDescription(describePane(pane, server, "beef"))).toEqual({
    server: "0123456789ab",
    socketPath: "/tmp/s",
    pane: "%0",
    session: { id: "$0", name: "agents", cwd: "/srv" },
    window: { id: "@0", name: "build é", index: 0, named: true },
    start: pane.start,
    historyLimit: 2000,
    metadata: [],
    request: "beef",
  });
});

it("says whether the window was named by hand", () => {
  const pane = paneOf({ command: ["cat"] });
  const named = () =>
    JSON.parse(describePane(pane, server)) as { window: { named: boolean }; request?: string };
  expect(named().window.named).toBe(false);
  expect(named()).not.toHaveProperty("request");
  pane.window.options.set("automatic-rename", "on");
  expect(named().window.named).toBe(false);
  pane.window.options.set("automatic-rename", "off");
  expect(named().window.named).toBe(true);
});

it("is empty for a pane in no session, and for one whose place alone is too long", () => {
  const pane = paneOf({ command: ["cat"] });
  Object.assign(pane.window, { links: [] });
  expect(describePane(pane, server)).toBe("");
  const long = paneOf({ command: ["cat"], windowName: "x".repeat(HOLDER_DESCRIPTION_BYTES) });
  expect(describePane(long, server)).toBe("");
});

it("leaves out arguments that are longer than a holder keeps", () => {
  const pane = paneRunning("sh", "-c", `: ${"x".repeat(HOLDER_DESCRIPTION_BYTES)}`);
  const text = describePane(pane, server);
  expect(text.length).toBeLessThan(1000);
  expect(parseDescription(text)).toMatchObject({ pane: "%0", start: { argv: ["sh"], direct: true } });
});

it("is unknown where a single part of it is missing or of another kind", () => {
  const good = JSON.parse(describePane(paneRunning("cat"), server)) as Record<string, unknown>;
  expect(parseDescription(JSON.stringify(good))).toBeDefined();
  for (const name of Object.keys(good)) {
    if (name === "request") continue;
    for (const value of [undefined, null, -7, {}, "../x"]) {
      expect(
        parseDescription(JSON.stringify({ ...good, [name]: value })),
        `${name} ${value}`,
      ).toBeUndefined();
    }
  }
  for (const text of [undefined, "", "null", "7", "{", "[]"]) expect(parseDescription(text)).toBeUndefined();
  expect(parseDescription(POPUP_DESCRIPTION)).toBe("popup");
});
