import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, NARROW, screenshot } from "./browser.ts";
import { asks, startAgent, WORKS } from "./team.ts";

describe.runIf(need("chromium"))("the palette", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  async function openTeam(narrow = false) {
    if (!(await daemon.run("ls")).stdout.includes("reviewer")) {
      await startAgent(daemon, { name: "reviewer", script: asks("Allow?") });
      await startAgent(daemon, { name: "builder", script: WORKS });
    }
    const page = await chromium.open(daemon, narrow ? { size: NARROW } : {});
    await card(page, "reviewer").waitFor();
    return page;
  }

  test("finds a pane by a few letters, and Enter opens it", async () => {
    const page = await openTeam();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("bldr");
    const first = page.locator(".palette").getByRole("option").first();
    await expect.poll(() => first.textContent()).toContain("builder");
    expect(await first.getAttribute("aria-selected")).toBe("true");
    await screenshot(page, "palette-wide");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#\/p\//);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("runs commands: the next waiting agent, a theme, a new agent", async () => {
    const page = await openTeam();
    const run = async (search: string, title: RegExp) => {
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      const field = page.locator(".palette").getByRole("combobox");
      await field.fill(search);
      const found = page.locator(".palette").getByRole("option").first();
      await expect.poll(() => found.textContent()).toMatch(title);
      await field.press("Enter");
    };
    await run("theme light", /^Theme: light/i);
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("light");
    await page.reload();
    await card(page, "reviewer").waitFor();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
    await run("new agent", /^New agent/i);
    await page.getByRole("dialog", { name: "New agent" }).waitFor();
    await page.keyboard.press("Escape");
    await run("answer next", /^Answer/i);
    await page.getByRole("dialog", { name: "Answer reviewer" }).waitFor();
    await page.keyboard.press("Escape");
    await run("next waiting", /next/i);
    await expect.poll(() => page.url()).toMatch(/#\/p\//);
  });

  test("lists windows and sessions too, and says when nothing is found", async () => {
    const page = await openTeam(true);
    await page.getByRole("button", { name: "Find" }).click();
    await page.locator(".palette").getByRole("combobox").fill("builder session");
    await expect
      .poll(() => page.locator(".palette").getByRole("option").first().textContent())
      .toContain("Session");
    await screenshot(page, "palette-narrow");
    await page.locator(".palette").getByRole("combobox").fill("zzzz");
    await page.getByText("Nothing is called that.").waitFor();
  });
});
