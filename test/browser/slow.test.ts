import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, NARROW } from "./browser.ts";
import { openSlowLink } from "./slow-link.ts";
import { startAgent } from "./team.ts";
import { focus, showWindow, startWindow, textOf, type, waitForText } from "./terminals.ts";

/** A phone with a poor signal. */
const POOR = { bytesPerSecond: 50 * 1024, latencyMs: 150 };
const PRINTERS = 50;
/** Each line says when it was printed: ten a second from each pane. */
const PRINTS_THE_TIME = `use Time::HiRes qw(time sleep);
$| = 1;
while (1) { printf "at=%d %s\\n", time * 1000, "x" x (60 * rand); sleep 0.1 }`;

describe.runIf(need("chromium"))("a slow link", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  async function open(size: { width: number; height: number } = NARROW) {
    const link = await openSlowLink(POOR);
    const page = await chromium.open(daemon, { size, context: { proxy: link.proxy } });
    return { page, link };
  }

  /** One configuration file starts them all. */
  async function startPrinters(): Promise<void> {
    const names = Array.from({ length: PRINTERS }, (_, number) => `printer-${number}`);
    const file = join(daemon.dir, "printers.conf");
    writeFileSync(
      file,
      names
        .map((name) => `new-session -d -s ${name} -x 80 -y 24 "exec perl ${join(daemon.dir, "printer.pl")}"`)
        .join("\n"),
    );
    writeFileSync(join(daemon.dir, "printer.pl"), PRINTS_THE_TIME);
    const { stderr, status } = await daemon.tmux("start-server", ";", "source-file", file);
    if (status !== 0) throw new Error(`source-file failed: ${stderr}`);
  }

  test("the page and a terminal are usable within seconds, and a key is shown soon", async () => {
    await startAgent(daemon, { name: "present", script: "echo here; cat" });
    const long =
      "sh -c 'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i of a long history; done; exec cat'";
    const window = await startWindow(daemon, "history", long);
    const [id = ""] = window.panes;
    const { page } = await open();
    await card(page, "present").waitFor();
    const usableMs = await page.evaluate(() => performance.now());
    const startedAt = performance.now();
    await showWindow(page, window);
    await waitForText(page, id, "line 3000 of a long history");
    const shownMs = performance.now() - startedAt;
    const keys = await timeKeys(page, id, 8);
    console.log(`usable after ${ms(usableMs)}, a terminal after ${ms(shownMs)}, keys after ${keys.map(ms)}`);
    expect(usableMs).toBeLessThan(6_000);
    expect(shownMs).toBeLessThan(8_000);
    expect(Math.max(...keys)).toBeLessThan(1_500);
  });

  test("fifty panes that print are shown as they are now, not as they were", async () => {
    await startPrinters();
    // All of them are on view.
    const { page, link } = await open({ width: 1920, height: 3600 });
    await page.addInitScript(watchAges);
    await page.reload();
    await expect.poll(() => page.locator(".pane-card").count()).toBeGreaterThanOrEqual(PRINTERS);
    await waitFor(async () => (await agesIn(page)).panes >= PRINTERS, "a picture of each", 30_000);
    const before = { memory: memoryOf(daemon.pid()), carried: link.carriedBytes };
    const rounds = [];
    for (let round = 0; round < 4; round++) rounds.push(await agesOver(page, PRINTERS));
    const grown = memoryOf(daemon.pid()) - before.memory;
    console.log(
      `ages of pictures: ${rounds.map(({ median, most }) => `${ms(median)} (at most ${ms(most)})`)}`,
    );
    console.log(`${link.carriedBytes - before.carried} bytes; the daemon grew by ${grown} KB`);
    expect(Math.max(...rounds.map(({ most }) => most)), JSON.stringify(rounds)).toBeLessThan(8_000);
    expect(grown).toBeLessThan(64 * 1024);
    // The page took none of it for a lost connection.
    expect(await page.getByText("Reconnecting").count()).toBe(0);
  }, 120_000);

  test("a key reaches a program that floods its terminal, beside fifty panes that print", async () => {
    const window = await startWindow(daemon, "flood", "sh -c 'cat; exec yes a line of output without end'");
    const [id = ""] = window.panes;
    const { page } = await open();
    await showWindow(page, window);
    await page.locator(".pane:not(.opening)").waitFor();
    const quiet = await timeKeys(page, id, 5);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+d");
    await waitForText(page, id, "without end");
    const startedAt = performance.now();
    await focus(page, id);
    await page.keyboard.press("Control+c");
    await page
      .getByText(/closed|ended|failed/)
      .first()
      .waitFor();
    const stoppedMs = performance.now() - startedAt;
    console.log(`keys after ${quiet.map(ms)}, an interrupt after ${ms(stoppedMs)}`);
    expect(Math.max(...quiet)).toBeLessThan(2_500);
    expect(stoppedMs).toBeLessThan(6_000);
  });
});

const ms = (time: number) => `${time.toFixed(0)} ms`;

/** Milliseconds from each key to its glyph in the terminal. */
async function timeKeys(page: Page, id: string, count: number): Promise<number[]> {
  const times: number[] = [];
  let typed = "";
  for (let index = 0; index < count; index++) {
    typed += index;
    const startedAt = performance.now();
    await type(page, id, String(index));
    await waitFor(async () => (await textOf(page, id)).endsWith(typed), `key ${index}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

interface Ages {
  readonly panes: number;
  readonly ages: readonly number[];
}

/** Runs in the page before its own scripts: keeps how old the newest line of each picture is when the page receives it. */
function watchAges(): void {
  const seen = { panes: new Set<string>(), ages: [] as number[] };
  const { WebSocket: Socket } = globalThis;
  const take = ({ data }: MessageEvent) => {
    const message = typeof data === "string" ? JSON.parse(data) : {};
    for (const picture of message.type === "pictures" ? message.pictures : []) {
      const times = [...JSON.stringify(picture.lines).matchAll(/at=(\d+)/g)].map(([, time]) => Number(time));
      if (times.length === 0) continue;
      seen.panes.add(picture.id);
      seen.ages.push(Date.now() - Math.max(...times));
    }
  };
  Object.assign(globalThis, {
    seen,
    WebSocket: class extends Socket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener("message", take);
      }
    },
  });
}

function agesIn(page: Page): Promise<Ages> {
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { panes: Set<string>; ages: number[] } };
    return { panes: seen.panes.size, ages: seen.ages };
  });
}

/** Of the next `count` pictures. */
async function agesOver(page: Page, count: number): Promise<{ median: number; most: number }> {
  const from = (await agesIn(page)).ages.length;
  const ages = await waitFor(
    async () => {
      const { ages } = await agesIn(page);
      return ages.length >= from + count ? ages.slice(from, from + count) : undefined;
    },
    `${count} pictures`,
    60_000,
  );
  const sorted = ages.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}

/** Kilobytes. */
function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
