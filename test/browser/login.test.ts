import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";
import { browserForAll, loginLink, screenshot } from "./browser.ts";
import { startWindow } from "./terminals.ts";

describe.runIf(need("chromium"))("the way in", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  test("a link of `mullion web` logs the browser in, and leaves the address", async () => {
    const page = await chromium.open(daemon);
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/$/);
    await page.reload();
    await page.locator(".overview").waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe("");
  });

  test("a link works once; another browser sees how to get its own", async () => {
    const link = await loginLink(daemon);
    const first = await chromium.browser.newPage();
    await first.goto(link);
    await first.locator(".overview").waitFor();
    await first.close();
    const second = await chromium.browser.newPage();
    await second.goto(link);
    await second.getByRole("alert").waitFor();
    expect(await second.locator("main").textContent()).toContain("mullion web");
    await screenshot(second, "logged-out");
    await second.close();
  });

  test("a link that is opened in the tab of a page logs that page in", async () => {
    const page = await chromium.open(daemon);
    await daemon.run("web", "--logout");
    await page.locator(".logged-out").waitFor();
    await page.goto(await loginLink(daemon));
    await page.locator(".overview").waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe("#/");

    await startWindow(daemon, "shown", "cat");
    const { stdout } = await daemon.run("share", "--json", "-L", "default", "shown");
    await page.goto(JSON.parse(stdout).url);
    await page.getByText("session shown, shared to read").waitFor();
    await page.goto(await loginLink(daemon));
    await page.getByRole("button", { name: "New agent" }).waitFor();
  });

  test("`mullion web --logout` ends an open page", async () => {
    const page = await chromium.open(daemon);
    await daemon.run("web", "--logout");
    await page.locator(".logged-out").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("mullion.key"))).toBeNull();
  });
});
