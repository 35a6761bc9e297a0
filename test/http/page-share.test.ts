import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { createServer } from "../../src/core/mux/create-server.ts";
import type { Mux } from "../../src/core/mux.ts";
import type { Admission } from "../../src/doors/http/admission.ts";
import type { HttpHost } from "../../src/doors/http/host.ts";
import { HouseWatch } from "../../src/doors/http/page/house-watch.ts";
import { addPageRoutes } from "../../src/doors/http/page/page-routes.ts";
import { servePage } from "../../src/doors/http/page/page-socket.ts";
import { Pictures } from "../../src/doors/http/page/pictures.ts";
import { refusalOf } from "../../src/doors/http/refusal.ts";
import { terminalId } from "../../src/doors/http/terminals/terminals.ts";
import type { NativeServer } from "../../src/panes/host.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { IdleWorld } from "../property/tree-ports.ts";
import { emptyHost } from "./door.ts";
import { PageReader } from "./page-reader.ts";

/** What a share link of the session `mine` sees and does, whichever way it came in. */
let mux: Mux;
let server: NativeServer;
let host: HttpHost;
let mayWrite = false;
let end: ((reason: string) => void) | undefined;

const admission: Admission = {
  access: { kind: "share", write: false, expires: 0, title: "mine" },
  covers: ({ pane }) => pane.window.links.some(({ session }) => session.name === "mine"),
  showsSession: (_server, session) => session.name === "mine",
  guest: { link: "l", name: undefined },
  get mayWrite() {
    return mayWrite;
  },
  onEnd(listener) {
    end = listener;
    return () => {};
  },
};

const viewer = { kind: "guest", id: "v", name: "Guest" } as const;

const web = createHttpServer((request, response) => void listener(request, response));
const sockets = new WebSocketServer({ noServer: true });
let listener: ReturnType<typeof getRequestListener>;
let url: string;

beforeAll(async () => {
  web.on("upgrade", (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (page) =>
      servePage(page, {
        host,
        house: new HouseWatch(host),
        pictures: new Pictures(),
        admission,
        viewer,
        build: "",
      }),
    ),
  );
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(() => {
  web.close();
  web.closeAllConnections();
});

beforeEach(() => {
  mayWrite = false;
  mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  mux.createSession({ name: "mine", cwd: "/" });
  mux.createSession({ name: "theirs", cwd: "/" });
  server = { key: "k", mux, outputOf: () => undefined } as unknown as NativeServer;
  host = {
    ...emptyHost,
    servers: () => [server],
    machines: { ...emptyHost.machines, described: () => [{ name: "another-machine", state: "idle" }] },
    onChange: () => () => {},
    async *recording() {
      yield "the recording\n";
    },
  };
  const app = new Hono<{ Bindings: HttpBindings; Variables: { readonly admission: Admission } }>();
  app.use((c, next) => {
    c.set("admission", admission);
    return next();
  });
  addPageRoutes(app, host);
  app.onError((error, c) => {
    const { status, message } = refusalOf(error, () => {});
    return c.json({ message }, status);
  });
  listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
});

const paneOf = (session: string) => mux.server.sessionNamed(session)!.current.window.active;
const idOf = (session: string) => terminalId(server, paneOf(session));
const open = async () => {
  const page = new PageReader({ url, port: 0, token: "" });
  await page.first("house");
  return page;
};

describe("the socket", () => {
  test("shows the session and nothing of the rest, now and later", async () => {
    const page = await open();
    expect([...page.panes.keys()]).toEqual([idOf("mine")]);
    expect(page.windows.map(({ session }) => session)).toEqual(["mine"]);
    mux.createWindow(mux.server.sessionNamed("theirs")!, { detached: true, name: "hidden" });
    mux.createWindow(mux.server.sessionNamed("mine")!, { detached: true, name: "shown" });
    await waitFor(() => page.panes.size === 2, "the new window");
    expect(page.windows.map(({ name }) => name)).toContain("shown");
    expect(JSON.stringify(page.messages)).not.toMatch(/theirs|hidden|another-machine/);
    await page.close();
  });

  test("takes a pane away that leaves the session", async () => {
    const pane = mux.splitPane(paneOf("mine"), { detached: true });
    const page = await open();
    const id = terminalId(server, pane);
    page.send({ type: "watch", ids: [id] });
    await waitFor(() => page.screens.has(id), "its picture");
    mux.joinPane(pane, paneOf("theirs"), { detached: true });
    await waitFor(() => !page.panes.has(id), "its end");
    expect(JSON.stringify(page.messages)).not.toContain("theirs");
    await page.close();
  });

  test("sends no picture of another pane", async () => {
    const page = await open();
    page.send({ type: "watch", ids: [idOf("theirs"), idOf("mine")] });
    await waitFor(() => page.screens.has(idOf("mine")), "the picture");
    expect([...page.screens.keys()]).toEqual([idOf("mine")]);
    await page.close();
  });

  test("ends with a reason when the link does", async () => {
    const page = await open();
    end?.("the link was revoked");
    await waitFor(() => page.closed, "the end");
    expect(page.messages.at(-1)).toEqual({ type: "ended", reason: "the link was revoked" });
    expect(page.closed).toBe(1008);
  });
});

describe("requests", () => {
  const status = async (path: string, method = "GET", init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { method, ...init })).status;
  const json = (body: unknown) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  test("a link that only shows reads recordings, and nothing else", async () => {
    const id = idOf("mine");
    expect(await status(`/api/panes/${id}/recording`)).toBe(200);
    expect(await status(`/api/panes/${id}/answer`, "POST", json({ text: "y" }))).toBe(403);
    expect(await status(`/api/panes/${id}/seen`, "POST")).toBe(403);
    expect(await status(`/api/panes/${id}/files`, "POST", { body: "x" })).toBe(403);
  });

  test.each([false, true])(
    "a pane outside of the link does not exist for it (may write: %s)",
    async (writes) => {
      mayWrite = writes;
      const id = idOf("theirs");
      expect(await status(`/api/panes/${id}/recording`)).toBe(404);
      expect(await status(`/api/panes/${id}/answer`, "POST", json({ text: "y" }))).toBe(404);
      expect(await status(`/api/panes/${id}/seen`, "POST")).toBe(404);
      expect(await status(`/api/panes/${id}/files`, "POST", { body: "x" })).toBe(404);
    },
  );

  test("a link that may write answers and marks as seen, and runs no command", async () => {
    mayWrite = true;
    const id = idOf("mine");
    expect(await status(`/api/panes/${id}/seen`, "POST")).toBe(200);
    expect(await status(`/api/panes/${id}/files`, "POST", { body: "no picture" })).toBe(415);
    expect(await status("/rpc/mullion.command", "POST", json({ command: ["list-panes"] }))).toBe(403);
    expect(await status(`/api/panes/${id}/border`, "POST", json({ after: id, by: 1 }))).toBe(403);
    expect(await status("/api/directories?prefix=/")).toBe(403);
    expect(await status("/api/launch")).toBe(403);
  });
});
