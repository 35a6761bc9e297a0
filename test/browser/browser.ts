import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { programPath } from "../setup/need.ts";

/** The two screens that every view must suit. */
export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 390, height: 844 } as const;

/** A step that takes longer fails with its own name, before the test's time is over. */
const STEP_MS = 40_000;

export interface PageOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly scheme?: "dark" | "light";
  /** More of the browser: permissions, contrast, touch. */
  readonly context?: BrowserContextOptions;
}

export interface TestBrowser {
  /** Opens the page of this daemon in a browser of its own, logged in by a link of `mullion web`. */
  open(daemon: TestDaemon, options?: PageOptions): Promise<Page>;
  readonly browser: Browser;
}

/** One Chromium for all tests of a file. Debian's, which needs `--no-sandbox` to run as root. */
export function browserForAll(): TestBrowser {
  let browser: Browser | undefined;
  let home: string | undefined;
  beforeAll(async () => {
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    // Chromium writes into its home, which other tests want empty.
    home = mkdtempSync(join(process.env.MULLION_TEST_RUN ?? tmpdir(), "browser-"));
    const env = { ...process.env, HOME: home };
    browser = await chromium.launch({ executablePath: programPath("chromium"), args, env });
  });
  afterAll(async () => {
    await browser?.close();
    if (home !== undefined) rmSync(home, { recursive: true, force: true });
  });
  return {
    get browser() {
      return browser!;
    },
    open: (daemon, options = {}) => openPage(browser!, daemon, options),
  };
}

async function openPage(
  browser: Browser,
  daemon: TestDaemon,
  { size = WIDE, scheme = "dark", context: more = {} }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    isMobile: size.width < 700,
    hasTouch: size.width < 700,
    ...more,
  });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const faults = watchFaults(page);
  onTestFinished(async () => {
    await context.close();
    expect(faults, "what the page reported").toEqual([]);
  });
  await page.goto(await loginLink(daemon));
  await page.locator(".overview").waitFor();
  return page;
}

/** A link of `mullion web`, which logs one browser in. */
export async function loginLink(daemon: TestDaemon): Promise<string> {
  const { stdout, stderr, status } = await daemon.run("web", "--print", "--json");
  if (status !== 0) throw new Error(`mullion web --print failed: ${stderr}`);
  return JSON.parse(stdout).url;
}

/** Errors of scripts, and everything that the content security policy blocked. A connection that is refused is no fault. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket connection|Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}

/** Saves what the page shows, for people: test-results/NAME.png. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const directory = join(root, "test-results");
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`), animations: "disabled" });
}

/** A pane's card in the overview, or its row in the list. */
export function card(page: Page, name: string) {
  return page
    .locator(".pane-card, .pane-row")
    .filter({ has: page.locator(".name", { hasText: new RegExp(`^${name}$`) }) });
}

/** Closes the dialog, and waits until it is gone. */
export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
}
