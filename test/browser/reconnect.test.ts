import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, screenshot } from "./browser.ts";
import { capture, pane, showWindow, startWindow, textOf, type, waitForText } from "./terminals.ts";

describe.runIf(need("chromium"))("a terminal whose daemon dies", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  test("continues at the byte it had: no line is lost or doubled", async () => {
    const script =
      "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i of output; done; echo END; exec cat";
    const window = await startWindow(daemon, "killed", `sh -c 'read go; ${script}'`);
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await type(page, id, "go\n");
    await waitForText(page, id, "line 5 of output");
    await daemon.kill9();
    await pane(page, id).getByText("Not connected: this is how the screen was.").waitFor();
    await daemon.start();
    await waitForText(page, id, "END");
    await pane(page, id).getByText("Not connected").waitFor({ state: "detached" });
    const shown = await textOf(page, id);
    // The page keeps more lines than the server's history-limit.
    expect(shown.endsWith(await capture(daemon, id))).toBe(true);
    const numbers = [...shown.matchAll(/^line (\d+) of output$/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 3000 }, (_, index) => index + 1));
    await type(page, id, "typed after it");
    await waitForText(page, id, "typed after it");
  });

  test("continues at the byte it had after an upgrade", async () => {
    const script =
      'i=0; while read -r go && [ $i -lt 3 ]; do i=$((i+1)); seq -f "$i-%g" 1 500; done; echo END; exec cat';
    const window = await startWindow(daemon, "upgraded", `sh -c 'stty -echo; ${script}'`);
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await type(page, id, "go\n");
    await waitForText(page, id, "1-500");
    const before = daemon.pid();
    expect(await daemon.run("upgrade")).toMatchObject({ status: 0 });
    expect(daemon.pid()).not.toBe(before);
    for (const round of [2, 3]) {
      await outputOf(daemon.tmux("send-keys", "-t", id, "Enter"));
      await waitForText(page, id, `${round}-500`).catch(async ({ message }) => {
        const printed = (await capture(daemon, id)).slice(-20);
        const says = await pane(page, id).innerText();
        throw new Error(`${message}; the daemon has ${JSON.stringify(printed)}, the pane says ${says}`);
      });
    }
    await outputOf(daemon.tmux("send-keys", "-t", id, "Enter"));
    await waitForText(page, id, "END");
    await pane(page, id).getByText("Not connected").waitFor({ state: "detached" });
    const numbers = [...(await textOf(page, id)).matchAll(/^\d-\d+$/gm)].map(([number]) => number);
    const expected = [1, 2, 3].flatMap((round) => Array.from({ length: 500 }, (_, i) => `${round}-${i + 1}`));
    expect(numbers).toEqual(expected);
  });

  test("does not pass its screen for a new one while the daemon sleeps, and continues when it wakes", async () => {
    const window = await startWindow(
      daemon,
      "asleep",
      "sh -c 'stty -echo; while read -r line; do echo got $line; done'",
    );
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await type(page, id, "one\n");
    await waitForText(page, id, "got one");
    const pid = daemon.pid() ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      await pane(page, id).getByText("Not connected: this is how the screen was.").waitFor();
      await page.getByText("Reconnecting").first().waitFor();
      expect(await pane(page, id).getAttribute("class")).toContain("stale");
      await screenshot(page, "terminal-asleep-1440-dark");
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await pane(page, id).getByText("Not connected").waitFor({ state: "detached" });
    await type(page, id, "two\n");
    await waitForText(page, id, "got two");
    expect(await textOf(page, id)).toBe("got one\ngot two");
  });

  test("shows the right text after it was resized while the page was away", async () => {
    const window = await startWindow(daemon, "resized", "sh -c 'seq -s \" \" 1 200; exec cat'");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await waitForText(page, id, "199 200");
    await page.context().setOffline(true);
    await daemon.kill9();
    await daemon.start();
    await daemon.tmux("resize-window", "-t", window.window, "-x", "60", "-y", "20");
    await page.context().setOffline(false);
    await waitFor(async () => {
      const cols = await pane(page, id)
        .locator(".terminal-place")
        .evaluate((element) => (element as unknown as { terminal: { cols: number } }).terminal.cols);
      return cols === 60;
    }, "the new size");
    await waitFor(async () => (await textOf(page, id)) === (await capture(daemon, id)), "the same text");
  });

  test("a page that does not read stalls nobody, and is current as soon as it reads again", async () => {
    const window = await startWindow(daemon, "stalled", "sh -c 'read go; seq 1 800000; echo END; exec cat'");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    const session = await page.context().newCDPSession(page);
    await session.send("Debugger.enable");
    await session.send("Debugger.pause");
    await daemon.tmux("send-keys", "-t", id, "Enter");
    await waitFor(async () => (await capture(daemon, id)).endsWith("END"), "the program to print everything");
    await session.send("Debugger.disable");
    const shown = await waitForText(page, id, /END$/);
    expect(shown.endsWith(await capture(daemon, id))).toBe(true);
    await pane(page, id).getByText("Some output was skipped").waitFor();
  });

  test("two hundred new connections leave no socket, timer or listener behind", async () => {
    const window = await startWindow(daemon, "often", "cat");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await page.addInitScript(watchResources);
    await page.reload();
    await showWindow(page, window);
    await waitFor(async () => (await heldBy(page)).sockets === 2, "both sockets");
    await type(page, id, "typing ");
    await reconnect(page, 20);
    const before = await heldBy(page);
    await reconnect(page, 200);
    await type(page, id, "still typing");
    await waitForText(page, id, "still typing");
    const after = await waitFor(async () => {
      const held = await heldBy(page);
      return held.timers <= before.timers && held.sockets === 2 ? held : undefined;
    }, "timers to end");
    // One that stays for each connection would make it 200; some belong to objects that are not collected yet.
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 40);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 200);
  }, 120_000);
});

interface Held {
  readonly sockets: Set<WebSocket>;
  readonly timers: Set<number>;
}

/** Runs in the page before its own scripts: keeps count of its sockets and repeating timers. */
function watchResources(): void {
  const held: Held = { sockets: new Set(), timers: new Set() };
  const { setInterval: start, clearInterval: stop, WebSocket: Socket } = globalThis;
  Object.assign(globalThis, {
    held,
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const timer = Number(start(...given));
      held.timers.add(timer);
      return timer;
    },
    clearInterval: (timer: number) => {
      held.timers.delete(timer);
      stop(timer);
    },
    WebSocket: class extends Socket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        held.sockets.add(this);
        this.addEventListener("close", () => held.sockets.delete(this));
      }
    },
  });
}

/** What the page holds, after everything unreachable is gone. */
async function heldBy(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? 0;
  const counted = await page.evaluate(() => {
    const { held } = globalThis as unknown as { held: Held };
    return { sockets: held.sockets.size, timers: held.timers.size };
  });
  await session.detach();
  return { ...counted, listeners: metric("JSEventListeners"), nodes: metric("Nodes") };
}

/** Makes the page open all of its connections again, as after a laptop's sleep, and waits for each to be served. */
function reconnect(page: Page, times: number): Promise<void> {
  return page.evaluate(async (times) => {
    const { held } = globalThis as unknown as { held: Held };
    for (let i = 0; i < times; i++) {
      const before = new Set(held.sockets);
      dispatchEvent(new Event("online"));
      const fresh = [...held.sockets].filter((socket) => !before.has(socket));
      await Promise.all(
        fresh.map(
          (socket) => new Promise((served) => socket.addEventListener("message", served, { once: true })),
        ),
      );
    }
  }, times);
}
