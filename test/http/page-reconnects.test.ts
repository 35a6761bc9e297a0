import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServer } from "../../src/core/mux/create-server.ts";
import type { NativeServer } from "../../src/panes/host.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { IdleWorld } from "../property/tree-ports.ts";
import { emptyHost, type OpenDoor, openDoor, TOKEN } from "./door.ts";
import { PageReader } from "./page-reader.ts";

const RECONNECTS = 1_000;
/** Connections at the same time. */
const AT_ONCE = 20;

const directory = mkdtempSync(join(tmpdir(), "page-"));
const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
const session = mux.createSession({ name: "s", cwd: "/" });
for (let i = 0; i < 3; i++) mux.createWindow(session, { detached: true });
const server = { key: "k", mux, outputOf: () => undefined } as unknown as NativeServer;

/** What is registered and not withdrawn. */
const open = { changeListeners: 0, eventListeners: 0, timers: new Set<unknown>() };

function counted(kind: "changeListeners" | "eventListeners", stop: () => void): () => void {
  open[kind] += 1;
  return () => {
    open[kind] -= 1;
    stop();
  };
}

let door: OpenDoor;
beforeAll(async () => {
  const onChange = () => counted("changeListeners", () => {});
  door = await openDoor(directory, 0, { ...emptyHost, servers: () => [server], onChange });
  const { events } = mux.server;
  const onAny = events.onAny.bind(events);
  vi.spyOn(events, "onAny").mockImplementation((listener) => counted("eventListeners", onAny(listener)));
  watchTimers();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await door.close();
  rmSync(directory, { recursive: true });
});

/** Timers of Node's own modules do not go through these functions. */
function watchTimers(): void {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: (...given: unknown[]) => void,
    ms?: number,
    ...rest: unknown[]
  ) => {
    const timer = setTimeout(() => {
      open.timers.delete(timer);
      run(...rest);
    }, ms);
    open.timers.add(timer);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "setInterval").mockImplementation(((run: () => void, ms?: number) => {
    const timer = setInterval(run, ms);
    open.timers.add(timer);
    return timer;
  }) as typeof setInterval);
  const forget = (timer: unknown) => open.timers.delete(timer);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    forget(timer);
    clearTimeout(timer);
  });
  vi.spyOn(globalThis, "clearInterval").mockImplementation((timer) => {
    forget(timer);
    clearInterval(timer);
  });
}

async function visit(turn: number): Promise<void> {
  const page = new PageReader({ url: `http://127.0.0.1:${door.port}`, port: door.port, token: TOKEN });
  await page.first("house");
  const ids = [...page.panes.keys()];
  page.send({ type: "watch", ids });
  page.send({ type: "viewing", ids });
  await page.first("pictures");
  mux.paneOutput([...mux.server.panes.values()][turn % 4]!);
  if (turn % 2 === 0) await page.close();
  else page.socket.terminate();
}

const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;

test("a thousand reconnects leave no socket, timer or listener behind", { timeout: 60_000 }, async () => {
  await visit(0);
  await waitFor(() => open.changeListeners === 0, "the first page's end");
  const before = { sockets: sockets(), timers: open.timers.size };
  for (let turn = 0; turn < RECONNECTS; turn += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => visit(turn + i)));
  await waitFor(() => open.changeListeners === 0, "the end of every page");
  await waitFor(() => sockets() === before.sockets, "the end of every socket");
  expect(open.eventListeners).toBe(0);
  expect(open.timers.size).toBe(before.timers);
});
