import { beforeEach, describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import type { Mux } from "../mux.ts";
import type { Session } from "../tree/tree.ts";
import { createServer } from "./create-server.ts";

let mux: Mux;
let session: Session;

const size = (of: { readonly cols: number; readonly rows: number }) => `${of.cols}x${of.rows}`;

beforeEach(() => {
  mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  session = mux.createSession({ name: "s", cwd: "/" });
});

describe("a window's size", () => {
  it("is the latest client's, without its status line", () => {
    const { window } = session.current;
    const first = mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    expect(size(window)).toBe("100x29");
    mux.attachClient(session, { name: "b", size: { cols: 60, rows: 20 } });
    expect(size(window)).toBe("60x19");
    mux.clientActive(first);
    expect(size(window)).toBe("100x29");
  });

  it.each([
    ["largest", "100x29"],
    ["smallest", "60x19"],
    ["manual", "80x24"],
  ])("follows window-size %s", (rule, expected) => {
    mux.server.windowOptions.set("window-size", rule);
    mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    mux.attachClient(session, { name: "b", size: { cols: 60, rows: 20 } });
    expect(size(session.current.window)).toBe(expected);
  });

  it("waits until the window is looked at", () => {
    const hidden = mux.createWindow(session, { detached: true });
    mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    expect(size(hidden.window)).toBe("80x24");
    mux.selectWindow(hidden);
    expect(size(hidden.window)).toBe("100x29");
  });

  it("is not that of a client which asks to be ignored, unless it is alone", () => {
    mux.attachClient(session, { name: "a", size: { cols: 60, rows: 20 }, ignoreSize: true });
    expect(size(session.current.window)).toBe("60x19");
    mux.attachClient(session, { name: "b", size: { cols: 100, rows: 30 } });
    expect(size(session.current.window)).toBe("100x29");
  });

  it("ignores a control client until it reports a size", () => {
    const control = mux.attachClient(session, { name: "c", control: true });
    expect(size(session.current.window)).toBe("80x24");
    mux.resizeClient(control, { cols: 90, rows: 33 });
    expect(size(session.current.window)).toBe("90x33");
    mux.resizeClient(control, { cols: 50, rows: 10 }, session.current.window);
    expect(size(session.current.window)).toBe("50x10");
  });

  it("stays when the last client leaves", () => {
    const client = mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    mux.detachClient(client);
    expect(size(session.current.window)).toBe("100x29");
    expect(mux.server.clients).toEqual([]);
  });

  it("leaves the status line of a terminal that is too low for it", () => {
    mux.attachClient(session, { name: "a", size: { cols: 100, rows: 1 } });
    expect(size(session.current.window)).toBe("100x1");
  });
});

describe("clients of a session that ends", () => {
  it("leave", () => {
    mux.createSession({ name: "other", cwd: "/" });
    mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    mux.killSession(session);
    expect(mux.server.clients).toEqual([]);
  });

  it("look at another with detach-on-destroy off", () => {
    mux.server.sessionOptions.set("detach-on-destroy", "off");
    const other = mux.createSession({ name: "other", cwd: "/" });
    const client = mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    mux.killSession(session);
    expect(client.session).toBe(other);
  });

  it("take it along with destroy-unattached", () => {
    mux.createSession({ name: "other", cwd: "/" });
    session.options.set("destroy-unattached", "on");
    const client = mux.attachClient(session, { name: "a", size: { cols: 100, rows: 30 } });
    mux.detachClient(client);
    expect(mux.server.sessions.has(session.id)).toBe(false);
  });
});
