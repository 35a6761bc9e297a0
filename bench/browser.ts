import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { loginLink, showWindow, withChromium } from "./chromium.ts";
import { type Bench, median, quantile, type Row } from "./measure.ts";
import type { Both, Multiplexer } from "./multiplexer.ts";

/**
 * What a person at the page sees: the time from a key to its glyph in a real browser, and the time of a frame while many
 * panes print.
 */
export const browserBench: Bench = {
  name: "browser",
  run: (both, quick) => withChromium(both, (browser, on) => measure(both, on, { browser, quick })),
};

async function measure(
  both: Both,
  on: Multiplexer,
  { browser, quick }: { readonly browser: Browser; readonly quick: boolean },
): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await showWindow(both, on, page);
  await page.locator(".xterm-helper-textarea").focus();
  const times = await keyTimes(page, quick ? 50 : 200);
  const jumps = await jumpTimes(page, on, quick ? 10 : 40);
  await page.close();
  const printing = await printingPanes(both, on, browser);
  return [
    { id: "frame of the page while 50 panes print", unit: "ms", tmux: undefined, mullion: printing.frameMs },
    { id: "main thread of a second, 50 panes print", unit: "ms", tmux: undefined, mullion: printing.busyMs },
    { id: "open the replay of a 20 MB pane", unit: "ms", tmux: undefined, mullion: jumps[0]! },
    {
      id: "jump in the replay of a 20 MB pane, p95",
      unit: "ms",
      tmux: undefined,
      mullion: quantile(jumps.slice(1), 0.95),
    },
    { id: "key to glyph in the page, p50", unit: "ms", tmux: undefined, mullion: median(times) },
    { id: "key to glyph in the page, p95", unit: "ms", tmux: undefined, mullion: quantile(times, 0.95) },
  ];
}

/**
 * Runs in the page: takes the time from each keydown until the terminal has drawn a frame in which the cursor is further.
 * `keysDrawn(n)` resolves when n keys are drawn.
 */
const WATCH = `{
  const { terminal } = document.querySelector(".terminal-place");
  const { active } = terminal.buffer;
  const place = () => active.cursorX + (active.baseY + active.cursorY) * terminal.cols;
  const times = globalThis.keyTimes = [];
  let onDrawn = () => {};
  let pressed = 0;
  let last = place();
  globalThis.keysDrawn = (count) => new Promise((resolve) => {
    onDrawn = () => times.length >= count && resolve();
    onDrawn();
  });
  addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
  terminal.onRender(() => {
    if (pressed > 0 && place() > last) {
      times.push(performance.now() - pressed);
      pressed = 0;
      onDrawn();
    }
    last = place();
  });
}`;

const PANES = 50;
/** Ten lines a second, without starting a process for each. */
const PRINTER = `exec 3<> <(:); for ((i = 0; ; i++)); do printf 'line %d of the work, and a word about it\\n' $i; read -t 0.1 -u 3; done`;

const FRAMES_S = 3;

/** Runs in the page: the mean time of a frame. */
const FRAMES = `new Promise((resolve) => {
  const begin = performance.now();
  let frames = 0;
  const frame = () => {
    const spent = performance.now() - begin;
    frames += 1;
    if (spent < ${FRAMES_S * 1000}) requestAnimationFrame(frame);
    else resolve(spent / frames);
  };
  requestAnimationFrame(frame);
})`;

/** A page on which 50 miniatures are visible at once, each of a pane that prints. */
async function printingPanes(both: Both, on: Multiplexer, browser: Browser) {
  for (let pane = 0; pane < PANES; pane++)
    await on.call("new-window", "-d", "-n", `printer${pane}`, "bash", "-c", PRINTER);
  const page = await browser.newPage({ viewport: { width: 1920, height: 2600 } });
  await page.goto(loginLink(both));
  await page
    .locator(".pane-card")
    .nth(PANES - 1)
    .waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const taskSeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  const frameMs = (await page.evaluate(FRAMES)) as number;
  const busyMs = ((await taskSeconds()) - before) * (1000 / FRAMES_S);
  await page.close();
  return { frameMs, busyMs };
}

/** More than a journal keeps: the replay is as long as it can be. */
const LONG = "seq -f 'line %.0f of a long recording' 1 700000; echo END; exec cat";

/** Milliseconds until the replay of a long recording shows its end, and then for each jump to another moment. */
async function jumpTimes(page: Page, on: Multiplexer, count: number): Promise<number[]> {
  await on.call("new-window", "-d", "-n", "long", "bash", "-c", LONG);
  await page.evaluate("location.hash = '#/'");
  const card = page.locator("a[href^='#/p/']", { hasText: "long" }).first();
  const address = await card.getAttribute("href");
  while (!(await on.call("capture-pane", "-p", "-t", ":long")).includes("END")) await delay(100);
  await page.evaluate(`location.hash = ${JSON.stringify(`${address}/past`)}`);
  const shown = page.locator('.past-screen[aria-busy="false"]');
  const begin = performance.now();
  await shown.waitFor({ timeout: 120_000 });
  const times = [performance.now() - begin];
  for (let jump = 1; jump <= count; jump++)
    times.push((await page.evaluate(jumpScript(jump / (count + 1)))) as number);
  return times;
}

/** Runs in the page: to a part of the replay that is far from the last one. */
const jumpScript = (part: number) => `new Promise((resolve) => {
  const slider = document.querySelector(".scrubber input");
  const screen = document.querySelector(".past-screen");
  const begin = performance.now();
  slider.value = String(Number(slider.max) * ${(part * 7.3) % 1});
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  const look = () => screen.getAttribute("aria-busy") === "false"
    ? requestAnimationFrame(() => resolve(performance.now() - begin))
    : setTimeout(look);
  look();
})`;

async function keyTimes(page: Page, keys: number): Promise<number[]> {
  await page.evaluate(WATCH);
  for (let key = 1; key <= keys; key++) {
    const drawn = page.evaluate(`keysDrawn(${key})`);
    await page.keyboard.press("x");
    await drawn;
  }
  return (await page.evaluate("keyTimes")) as number[];
}
