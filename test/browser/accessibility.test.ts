import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, card, leaveDialog, NARROW, screenshot, WIDE } from "./browser.ts";
import { asks, reports, startAgent, WORKS } from "./team.ts";

describe.runIf(need("chromium"))("accessibility", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  async function team(): Promise<void> {
    if ((await daemon.run("ls")).stdout.includes("reviewer")) return;
    await startAgent(daemon, {
      name: "reviewer",
      script: asks("Allow npm test?"),
      color: "purple",
      role: "reviews",
    });
    await startAgent(daemon, { name: "docs", script: reports("done"), color: "yellow" });
    await startAgent(daemon, { name: "deploy", script: reports("failed") });
    await startAgent(daemon, {
      name: "設計担当 with a name that does not fit into any card of this page",
      script: WORKS,
    });
  }

  const looks = [WIDE, NARROW].flatMap((size) =>
    (["dark", "light", "contrast"] as const).map((theme) => [size.width, theme, size] as const),
  );

  test.each(looks)(
    "axe finds nothing serious at %i pixels, %s: overview, list, palette, answer, launch, settings, keys, window, past",
    { timeout: 120_000 },
    async (width, theme, size) => {
      await team();
      const contrast = theme === "contrast" ? ({ contrast: "more" } as const) : {};
      const page = await chromium.open(daemon, {
        size,
        scheme: theme === "light" ? "light" : "dark",
        context: contrast,
      });
      await card(page, "reviewer").waitFor();
      expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
      const found: string[] = [];
      const check = async (what: string) => {
        await screenshot(page, `look-${what}-${width}-${theme}`);
        for (const finding of await axeFindings(page)) found.push(`${what}: ${finding}`);
      };
      const dialog = async (what: string, openIt: () => Promise<void>) => {
        await openIt();
        await page
          .getByRole("dialog")
          .waitFor()
          .catch(async ({ message }) => {
            const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
            await screenshot(page, `no-dialog-${what}-${width}-${theme}`);
            throw new Error(`${what}: ${message}; the focus is on ${focused}`);
          });
        await check(what);
        await leaveDialog(page);
      };
      await check("overview");
      if (size === WIDE) {
        await page.getByRole("button", { name: "List" }).click();
        await check("list");
      }
      await dialog("palette", () => page.getByRole("button", { name: "Find" }).click());
      await dialog("answer", () =>
        card(page, "reviewer").getByRole("button", { name: "Answer reviewer" }).click(),
      );
      await dialog("launch", () => page.locator(".top-bar .new").click());
      await dialog("settings", () => page.getByRole("button", { name: "Settings" }).click());
      await dialog("keys", () => page.keyboard.press("?"));
      const address = await page.locator('a[href^="#/p/"]').first().getAttribute("href");
      await page.evaluate((hash) => location.assign(hash), `${address}`);
      await page.locator(".terminal-place .xterm-screen").waitFor();
      // On a narrow page the text follows its terminal by a moment.
      if (size === NARROW) await page.locator(".reading").getByText("Allow npm test?").waitFor();
      await check("window");
      await page.evaluate((hash) => location.assign(hash), `${address}/past`);
      await page.locator('.past-screen[aria-busy="false"]').waitFor();
      await check("past");
      expect(found).toEqual([]);
    },
  );

  test("nothing moves by itself with reduced motion", async () => {
    await team();
    const page = await chromium.open(daemon, { context: { reducedMotion: "reduce" } });
    const moving = () => page.evaluate(() => document.getAnimations().length);
    await page.locator(".pane-card[data-state=working]").first().waitFor();
    expect(await moving()).toBe(0);
    const address = await page.locator('a[href^="#/p/"]').first().getAttribute("href");
    await page.evaluate((hash) => location.assign(hash), `${address}`);
    await page.locator(".terminal-place .xterm-screen").waitFor();
    expect(await moving()).toBe(0);
  });

  test("can be installed, and has no service worker", async () => {
    const page = await chromium.open(daemon);
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    const manifest = await (await page.request.get(new URL(address!, page.url()).href)).json();
    expect(manifest).toMatchObject({ name: "Mullion", display: "standalone", start_url: "/" });
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
  });
});
