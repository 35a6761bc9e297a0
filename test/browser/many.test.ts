import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, card, NARROW, screenshot, WIDE } from "./browser.ts";

const AGENTS = 200;

describe.runIf(need("chromium"))("two hundred agents", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  /** One that asks, and many that work, started by one configuration file. */
  async function crowd(): Promise<void> {
    if ((await daemon.tmux("has-session", "-t", "agent-1")).status === 0) return;
    const lines = Array.from(
      { length: AGENTS - 1 },
      (_, index) => `new-session -d -s agent-${index + 1} -x 80 -y 24 'echo work of ${index + 1}; exec cat'`,
    );
    const asks = `new-session -d -s asker -x 80 -y 24 'printf "Shall I go on? [y/n] "; read -r a; exec cat'`;
    const file = join(daemon.dir, "crowd.conf");
    writeFileSync(file, [...lines, asks].join("\n"));
    const { stderr, status } = await daemon.tmux("start-server", ";", "source-file", file);
    if (status !== 0) throw new Error(`source-file failed: ${stderr}`);
  }

  test.each([
    ["1440", WIDE],
    ["390", NARROW],
  ] as const)(
    "are a list that shows the one that asks first, within a second (%s px)",
    async (what, size) => {
      await crowd();
      const page = await chromium.open(daemon, { size });
      await card(page, "asker").waitFor();
      expect(await page.locator(".pane-card").count()).toBe(0);
      await expect.poll(() => page.locator(".pane-row .name").first().textContent()).toBe("asker");
      // Only rows on view exist, however many agents there are.
      expect(await page.locator(".pane-row").count()).toBeLessThan(60);
      const times = [await timeToRows(page), await timeToRows(page), await timeToRows(page)];
      console.log(`200 agents usable after ${times.map((ms) => `${ms.toFixed(0)} ms`).join(", ")}`);
      expect(Math.min(...times)).toBeLessThan(1000);
      expect(await axeFindings(page)).toEqual([]);
      await screenshot(page, `two-hundred-${what}`);
    },
  );

  test("any of them is found by filter and by palette, and answered in the list", async () => {
    await crowd();
    const page = await chromium.open(daemon);
    await card(page, "asker").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("agent-137");
    await expect.poll(() => page.locator(".pane-row .name").allTextContents()).toEqual(["agent-137"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Answer asker" }).click();
    await page.getByRole("dialog", { name: "Answer asker" }).getByRole("button", { name: "Yes" }).click();
    await page.getByRole("button", { name: "Answer asker" }).waitFor({ state: "detached" });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Control+k");
    await page.locator(".palette").getByRole("combobox").fill("agent-199");
    const first = page.locator(".palette").getByRole("option").first();
    await expect.poll(() => first.textContent()).toContain("agent-199");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("h2", { hasText: "agent-199" }).count()).toBe(1);
  });
});

/** Reloads a page that is logged in; milliseconds from the navigation to the first row on view. */
async function timeToRows(page: Page): Promise<number> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".pane-row")) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark("rows"));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  const marked = await page.waitForFunction(() => performance.getEntriesByName("rows")[0]?.startTime);
  return (await marked.jsonValue()) ?? Number.NaN;
}
