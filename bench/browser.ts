import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { type Bench, median, quantile, type Row } from "./measure.ts";
import { type Both, type Multiplexer, packageRoot, withSession } from "./multiplexer.ts";

/**
 * What a person at the page sees: the time from a key to its glyph in a real browser, and the time of a frame while many
 * panes print. Needs Debian's Chromium.
 */
export const browserBench: Bench = {
  name: "browser",
  async run(both, quick) {
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
    try {
      return await withSession(
        both.mullion,
        () => ["cat"],
        (on) => measure(both, on, { browser, quick }),
      );
    } finally {
      await browser.close();
    }
  },
};

async function measure(
  both: Both,
  on: Multiplexer,
  { browser, quick }: { readonly browser: Browser; readonly quick: boolean },
): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(loginLink(both));
  await page.locator(".overview").waitFor();
  const [socket, window] = (await on.call("list-panes", "-F", "#{socket_path} #{window_id}")).split(" ");
  const hash = `#/w/${encodeURIComponent(socket!)}/${encodeURIComponent(window!)}`;
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(".xterm-helper-textarea").focus();
  const times = await keyTimes(page, quick ? 50 : 200);
  await page.close();
  return [
    {
      id: "frame of the page while 50 panes print",
      unit: "ms",
      tmux: undefined,
      mullion: await frameMs(both, on, browser),
    },
    { id: "key to glyph in the page, p50", unit: "ms", tmux: undefined, mullion: median(times) },
    { id: "key to glyph in the page, p95", unit: "ms", tmux: undefined, mullion: quantile(times, 0.95) },
  ];
}

function loginLink({ environment }: Both): string {
  const argv = ["web", "--print", "--json"];
  const answer = execFileSync(join(packageRoot, "bin/mullion"), argv, { env: environment, encoding: "utf8" });
  return JSON.parse(answer).url;
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

/** Runs in the page: the mean time of a frame in three seconds. */
const FRAMES = `new Promise((resolve) => {
  const begin = performance.now();
  let frames = 0;
  const frame = () => {
    const spent = performance.now() - begin;
    frames += 1;
    if (spent < 3000) requestAnimationFrame(frame);
    else resolve(spent / frames);
  };
  requestAnimationFrame(frame);
})`;

/** A page on which 50 miniatures are visible at once, each of a pane that prints. */
async function frameMs(both: Both, on: Multiplexer, browser: Browser): Promise<number> {
  for (let pane = 0; pane < PANES; pane++)
    await on.call("new-window", "-d", "-n", `printer${pane}`, "bash", "-c", PRINTER);
  const page = await browser.newPage({ viewport: { width: 1920, height: 2600 } });
  await page.goto(loginLink(both));
  await page
    .locator(".pane-card")
    .nth(PANES - 1)
    .waitFor();
  const ms = (await page.evaluate(FRAMES)) as number;
  await page.close();
  return ms;
}

async function keyTimes(page: Page, keys: number): Promise<number[]> {
  await page.evaluate(WATCH);
  for (let key = 1; key <= keys; key++) {
    const drawn = page.evaluate(`keysDrawn(${key})`);
    await page.keyboard.press("x");
    await drawn;
  }
  return (await page.evaluate("keyTimes")) as number[];
}
