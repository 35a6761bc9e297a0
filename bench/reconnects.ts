import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { showWindow, withChromium } from "./chromium.ts";
import type { Bench, Row } from "./measure.ts";

const RECONNECTS = 1_000;

/**
 * What a page in a real browser, and the daemon, still hold after many new connections: as after many sleeps of a laptop.
 */
export const reconnectsBench: Bench = {
  name: "reconnects",
  run: (both, quick) =>
    withChromium(both, async (browser, on) => {
      const page = await browser.newPage();
      await page.addInitScript(WATCH);
      await showWindow(both, on, page);
      await page.evaluate("twoSockets()");
      await page.locator(".xterm-screen").waitFor();
      const pid = Number(await on.call("display-message", "-p", "#{pid}"));
      return await measure(page, { pid, times: quick ? RECONNECTS / 10 : RECONNECTS });
    }),
};

async function measure(
  page: Page,
  { pid, times }: { readonly pid: number; readonly times: number },
): Promise<Row[]> {
  await page.evaluate(`reconnect(20)`);
  const before = await heldBy(page, pid);
  await page.evaluate(`reconnect(${times})`);
  await page.evaluate("twoSockets()");
  const after = await heldBy(page, pid);
  return Object.keys(before).map((what) => ({
    id: `1000 reconnects in the browser, ${what} left`,
    unit: "count",
    tmux: undefined,
    mullion: Math.max(0, after[what]! - before[what]!),
  }));
}

/** After everything unreachable is gone. */
async function heldBy(page: Page, pid: number): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? 0;
  const held = (await page.evaluate(
    "({ 'sockets': held.sockets.size, 'repeating timers': held.timers.size })",
  )) as Record<string, number>;
  await session.detach();
  return {
    ...held,
    listeners: metric("JSEventListeners"),
    nodes: metric("Nodes"),
    documents: metric("Documents"),
    "sockets of the daemon": socketsOf(pid),
  };
}

function socketsOf(pid: number): number {
  const directory = `/proc/${pid}/fd`;
  const links = readdirSync(directory).map((name) => {
    try {
      return readlinkSync(join(directory, name));
    } catch {
      return ""; // It was closed meanwhile.
    }
  });
  return links.filter((link) => link.startsWith("socket:")).length;
}

/** Runs in the page before its own scripts: counts its sockets and repeating timers, and makes it connect again. */
const WATCH = `{
  const held = globalThis.held = { sockets: new Set(), timers: new Set() };
  const { setInterval: start, clearInterval: stop, WebSocket: Socket } = globalThis;
  globalThis.setInterval = (...given) => {
    const timer = start(...given);
    held.timers.add(timer);
    return timer;
  };
  globalThis.clearInterval = (timer) => {
    held.timers.delete(timer);
    stop(timer);
  };
  globalThis.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      held.sockets.add(this);
      this.addEventListener("close", () => held.sockets.delete(this));
    }
  };
  globalThis.twoSockets = async () => {
    while (held.sockets.size !== 2) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  globalThis.reconnect = async (times) => {
    for (let i = 0; i < times; i++) {
      const before = new Set(held.sockets);
      dispatchEvent(new Event("online"));
      const fresh = [...held.sockets].filter((socket) => !before.has(socket));
      await Promise.all(fresh.map((socket) => new Promise((served) => socket.addEventListener("message", served, { once: true }))));
    }
  };
}`;
