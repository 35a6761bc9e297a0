import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, NARROW, screenshot } from "./browser.ts";
import { focus, pane, showWindow, startWindow, type, waitForText, windowOf } from "./terminals.ts";

describe.runIf(need("chromium"))("a window in the page", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  /** One pane on the left, two on the right, each with `cat`. */
  async function open(name: string, options?: Parameters<typeof chromium.open>[1]) {
    await startWindow(daemon, name, "cat", { cols: 120, rows: 40 });
    await daemon.tmux("split-window", "-h", "-t", `=${name}:`, "cat");
    await daemon.tmux("split-window", "-v", "-t", `=${name}:`, "cat");
    const window = await windowOf(daemon, name);
    const page = await chromium.open(daemon, options);
    await showWindow(page, window);
    return { page, window, panes: window.panes };
  }

  const ask = async (format: string, target: string) =>
    (await daemon.tmux("display-message", "-p", "-t", target, format)).stdout.trim();

  const paneCount = async (session: string) => (await windowOf(daemon, session)).panes.length;

  test.each(["dark", "light"] as const)("shows every pane in its place (%s)", async (scheme) => {
    const { page, panes } = await open(`layout-${scheme}`, { scheme });
    const boxes = await Promise.all(panes.map((id) => pane(page, id).boundingBox()));
    const [left, upper, lower] = boxes.map((box) => box!);
    expect(left!.x).toBe(0);
    expect(upper!.x).toBeGreaterThan(left!.x + left!.width - 1);
    expect(lower!.y).toBeCloseTo(upper!.y + upper!.height, 0);
    expect(left!.height).toBeCloseTo(upper!.height + lower!.height, 0);
    for (const [at, id] of panes.entries()) await type(page, id, `pane ${at}`);
    for (const [at, id] of panes.entries()) await waitForText(page, id, `pane ${at}`);
    await screenshot(page, `window-1440-${scheme}`);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("moves a border by dragging it, and with arrow keys", async () => {
    const { page, panes } = await open("drag");
    const [left = ""] = panes;
    const before = Number(await ask("#{pane_width}", left));
    const border = page.getByRole("separator").first();
    const box = (await border.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x - 200, box.y + 200, { steps: 5 });
    await page.mouse.up();
    const dragged = await waitFor(async () => {
      const cols = Number(await ask("#{pane_width}", left));
      return cols < before - 10 ? cols : undefined;
    }, "a narrower pane");
    await page.getByRole("separator").first().focus();
    await page.keyboard.press("ArrowRight");
    await waitFor(async () => Number(await ask("#{pane_width}", left)) === dragged + 1, "one more column");
  });

  test("splits, zooms and shows all again", async () => {
    const { page, panes } = await open("split");
    const [left = ""] = panes;
    await focus(page, left);
    await waitFor(async () => (await ask("#{pane_active}", left)) === "1", "the pane to be the active one");
    await page.getByRole("button", { name: "Split down" }).click();
    await waitFor(async () => (await paneCount("split")) === 4, "a fourth pane");
    await pane(page, left).getByRole("button", { name: "Zoom this pane" }).click();
    await waitFor(async () => (await ask("#{window_zoomed_flag}", left)) === "1", "the zoom");
    await waitFor(async () => (await page.locator(".pane").count()) === 1, "one pane on view");
    await page.getByRole("button", { name: "Show all panes" }).click();
    await waitFor(async () => (await page.locator(".pane").count()) === 4, "all panes on view");
  });

  test("asks before it closes a pane in which something runs", async () => {
    const { page, panes } = await open("close");
    const [left = ""] = panes;
    const menu = pane(page, left).getByRole("button", { name: /^Actions for/ });
    await menu.click();
    await page.getByRole("menuitem", { name: "Close" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("still runs there and would end.").waitFor();
    await screenshot(page, "window-close-1440-dark");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await paneCount("close")).toBe(3);
    await menu.click();
    await page.getByRole("menuitem", { name: "Close" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await waitFor(async () => (await paneCount("close")) === 2, "the pane to be gone");
    await pane(page, left).waitFor({ state: "detached" });
  });

  test("moves a pane, breaks it out and joins it again", async () => {
    const { page, window, panes } = await open("break");
    const [left = "", upper = ""] = panes;
    const choose = async (id: string, item: RegExp) => {
      await pane(page, id)
        .getByRole("button", { name: /^Actions for/ })
        .click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose(upper, /^Move left$/);
    await waitFor(async () => (await ask("#{pane_left}", upper)) === "0", "the pane to stand on the left");
    await choose(left, /^Break out/);
    await waitFor(async () => (await ask("#{window_panes}", left)) === "1", "a window of its own");
    await waitFor(async () => (await page.locator(".pane").count()) === 1, "the new window on view");
    await choose(left, /^Move to break:/);
    await waitFor(async () => (await ask("#{window_id}", left)) === window.window, "the pane to be back");
    await waitFor(async () => (await page.locator(".pane").count()) === 3, "three panes on view");
  });

  test("types into several chosen panes at once, and says so", async () => {
    const { page, panes } = await open("broadcast");
    const [left = "", upper = "", lower = ""] = panes;
    await page.getByRole("button", { name: "Window", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Type into several panes" }).click();
    await page.getByText("You type into 3 panes at once").waitFor();
    await pane(page, lower).getByRole("checkbox").uncheck();
    await page.getByText("You type into 2 panes at once").waitFor();
    await type(page, left, "to both");
    await waitForText(page, left, "to both");
    await waitForText(page, upper, "to both");
    await screenshot(page, "window-broadcast-1440-dark");
    await type(page, lower, "alone");
    const text = await waitForText(page, lower, "alone");
    expect(text).not.toContain("to both");
    await page.getByRole("button", { name: "Stop" }).click();
    await type(page, left, "again");
    await waitForText(page, left, "again");
    expect(await waitForText(page, upper, "to both")).not.toContain("again");
  });

  test("runs tmux's own keys where a person wants them", async () => {
    const { page, panes } = await open("prefix");
    const [left = ""] = panes;
    await page.getByRole("button", { name: "Window", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "tmux keys" }).click();
    await page.locator('[data-prefix="C-b"]').waitFor();
    await focus(page, left);
    await page.keyboard.press("Control+b");
    await page.keyboard.press('"');
    await waitFor(async () => (await paneCount("prefix")) === 4, "a fourth pane");
    await focus(page, left);
    await page.keyboard.press("Control+b");
    await page.keyboard.press("z");
    await waitFor(async () => (await ask("#{window_zoomed_flag}", left)) === "1", "the zoom");
  });

  test("gives the window the size of the page, and the terminals the largest font that fits", async () => {
    const { page, panes, window } = await open("fit");
    const [left = ""] = panes;
    await page.getByRole("button", { name: "Fit", exact: true }).click();
    await waitFor(async () => (await ask("#{window_width}", window.window)) !== "120", "another size");
    const overflow = await waitFor(async () => {
      const place = pane(page, left).locator(".terminal-place");
      const [shown, cols] = await place.evaluate((element) => {
        const { terminal } = element as unknown as { terminal: { cols: number } };
        return [element.scrollWidth - element.clientWidth, terminal.cols] as const;
      });
      return String(cols) === (await ask("#{pane_width}", left)) ? { shown } : undefined;
    }, "the terminal to have the new size");
    expect(overflow.shown).toBeLessThanOrEqual(0);
  });

  test("two pages in one pane see each other", async () => {
    const { page, window, panes } = await open("presence");
    const [left = ""] = panes;
    const other = await chromium.open(daemon);
    await showWindow(other, window);
    await pane(page, left).getByTitle("2 pages show this pane").waitFor();
    await screenshot(page, "window-presence-1440-dark");
    await other.context().close();
    await pane(page, left).getByTitle("2 pages show this pane").waitFor({ state: "detached" });
  });

  test.each(["dark", "light"] as const)(
    "panes are tabs on a phone, with keys that its keyboard lacks (%s)",
    async (scheme) => {
      const name = `phone-${scheme}`;
      const { page, panes } = await open(name, { size: NARROW, scheme });
      await daemon.tmux("new-window", "-d", "-t", `=${name}:`, "-n", "second", "cat");
      await page.getByRole("link", { name: "second" }).waitFor();
      const tabs = page.getByRole("tab");
      expect(await tabs.count()).toBe(3);
      await tabs.nth(1).click();
      const upper = panes[1]!;
      await pane(page, upper).waitFor();
      await type(page, upper, "echo");
      await waitForText(page, upper, "echo");
      const keys = page.getByRole("toolbar", { name: "Keys" });
      await keys.getByRole("button", { name: "|" }).tap();
      await waitForText(page, upper, "echo|");
      await screenshot(page, `window-390-${scheme}`);
      await keys.getByRole("button", { name: /^Ctrl/ }).tap();
      await page.keyboard.type("u");
      await waitFor(
        async () => !(await waitForText(page, upper, "")).includes("echo|"),
        "Ctrl-U to erase the line",
      );
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});
