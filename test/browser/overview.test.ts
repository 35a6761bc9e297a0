import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, leaveDialog, NARROW, screenshot, WIDE } from "./browser.ts";
import { asks, reports, startAgent, WORKS } from "./team.ts";

/** Names in the order on view. */
const names = (page: Page) => page.locator(".pane-line .name").allTextContents();
const state = (page: Page, name: string) =>
  card(page, name).locator(".state-mark").getAttribute("data-state");

describe.runIf(need("chromium"))("the overview", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  test("of an empty daemon says what to do", async () => {
    const page = await chromium.open(daemon);
    await page.getByRole("heading", { name: "Nothing runs yet" }).waitFor();
    await screenshot(page, "overview-empty");
    await page.getByRole("button", { name: "New agent" }).last().click();
    await page.getByRole("dialog", { name: "New agent" }).waitFor();
  });

  test.each([
    ["wide, dark", WIDE, "dark"],
    ["wide, light", WIDE, "light"],
    ["narrow, dark", NARROW, "dark"],
    ["narrow, light", NARROW, "light"],
  ] as const)("shows every agent, the one that needs a person first (%s)", async (what, size, scheme) => {
    await team();
    const page = await chromium.open(daemon, { size, scheme });
    await expect.poll(() => names(page)).toEqual(["reviewer", "deploy", "docs", "tests"]);
    await expect.poll(() => state(page, "reviewer")).toBe("waiting");
    expect(await state(page, "deploy")).toBe("failed");
    expect(await state(page, "docs")).toBe("done");
    expect(await state(page, "tests")).toBe("working");
    expect(await card(page, "docs").locator(".unread").count()).toBe(1);
    expect(await card(page, "tests").locator(".unread").count()).toBe(0);
    await expect.poll(() => card(page, "reviewer").textContent()).toContain("Allow npm test?");
    expect(await card(page, "reviewer").locator(".role").textContent()).toBe("reviews");
    expect(await card(page, "reviewer").locator(".age").textContent()).toMatch(/^\d+ (s|min)$/);
    if (size === WIDE) await expect.poll(() => ink(page, "tests")).toBeGreaterThan(0);
    await screenshot(page, `overview-${what.replace(", ", "-")}`);
  });

  test("a miniature is live", async () => {
    await team();
    const page = await chromium.open(daemon);
    await startAgent(daemon, { name: "printer", script: "read -r a; while read -r a; do :; done" });
    await expect.poll(() => card(page, "printer").count()).toBe(1);
    const before = await ink(page, "printer");
    await daemon.run("send", "printer", "--enter", "some words that the program echoes");
    await expect.poll(() => ink(page, "printer")).toBeGreaterThan(before + 20);
    await daemon.run("kill", "printer");
    await expect.poll(() => card(page, "printer").count()).toBe(0);
  });

  test("a miniature that has scrolled looks like one that is drawn at once", async () => {
    await team();
    const page = await chromium.open(daemon);
    // Echoed text could share a line with what the program prints, and a wider line makes a miniature smaller for good.
    const prints = 'printf \'\\033[3%dm%s\\033[m\\n%s\\n\' $((i = (i + 1) % 8)) "$line" "$line"';
    const script = `stty -echo; echo ready; while read -r line; do ${prints}; done`;
    await startAgent(daemon, { name: "scrolling", script });
    await expect.poll(() => card(page, "scrolling").count()).toBe(1);
    await waitFor(
      async () => (await outputOf(daemon.run("capture", "scrolling"))).includes("ready"),
      "the program",
    );
    for (let line = 0; line < 30; line++)
      await daemon.run("send", "scrolling", "--enter", `${line} ${"gjpqy│".repeat(line % 9)}`);
    const drawn = (shown: Page) =>
      card(shown, "scrolling")
        .locator("canvas")
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const other = await chromium.open(daemon);
    await expect.poll(() => ink(other, "scrolling")).toBeGreaterThan(100);
    await expect.poll(async () => (await drawn(page)) === (await drawn(other))).toBe(true);
    await daemon.run("kill", "scrolling");
  });

  test("filters by words and by state, and orders by age and name", async () => {
    await team();
    await startAgent(daemon, { name: "assets", script: WORKS });
    const page = await chromium.open(daemon);
    await page.keyboard.press("/");
    await page.keyboard.type("npm rev");
    await expect.poll(() => names(page)).toEqual(["reviewer"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /failed/ }).click();
    await expect.poll(() => names(page)).toEqual(["deploy"]);
    await page.getByRole("button", { name: /failed/ }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("no such words");
    await page.getByRole("button", { name: "Clear the filter" }).click();
    for (const [order, last] of [
      ["age", ["tests", "assets"]],
      ["name", ["assets", "tests"]],
    ] as const) {
      await page.getByLabel("Order").selectOption(order);
      await expect.poll(() => names(page)).toEqual(["reviewer", "deploy", "docs", ...last]);
    }
    await daemon.run("kill", "assets");
  });

  test("is used with the keyboard alone", async () => {
    await team();
    const page = await chromium.open(daemon);
    // Agents change their places until all have said how they are.
    await expect.poll(() => names(page)).toEqual(["reviewer", "deploy", "docs", "tests"]);
    const focused = () => page.evaluate(() => document.activeElement?.querySelector(".name")?.textContent);
    await page.keyboard.press("j");
    expect(await focused()).toBe("reviewer");
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("docs");
    await page.keyboard.press("k");
    expect(await focused()).toBe("deploy");
    await page.keyboard.press("a");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("form")?.ariaLabel))
      .toBe("Answer reviewer");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog", { name: "Keys" }).count()).toBe(0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await screenshot(page, "keys");
    await leaveDialog(page);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#\/p\/[0-9a-f-]+$/);
  });

  /** Four agents, one in each state that concerns a person, and one that works. */
  async function team(): Promise<void> {
    if ((await daemon.run("ls")).stdout.includes("reviewer")) return;
    await startAgent(daemon, { name: "tests", script: WORKS, color: "green" });
    await startAgent(daemon, { name: "docs", script: reports("done"), color: "blue" });
    await startAgent(daemon, { name: "deploy", script: reports("failed") });
    await startAgent(daemon, {
      name: "reviewer",
      script: asks("Allow npm test?"),
      color: "purple",
      role: "reviews",
    });
  }
});

/** How many pixels of a miniature differ from its last one, where nothing is printed. */
function ink(page: Page, name: string): Promise<number> {
  return card(page, name)
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const ground = data.at(-4)!;
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (Math.abs(data[at]! - ground) > 40) count += 1;
      return count;
    });
}
