import type { Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { bordersOf, readLayout } from "../../src/faces/web/window/layout.ts";
import { openTerminal } from "../attach/outer-terminal.ts";
import { mouse } from "../attach/scenario.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, card, NARROW, screenshot } from "./browser.ts";
import { focus, pane, showWindow, startWindow, type, waitForText, windowOf } from "./terminals.ts";

const [COLS, ROWS] = [120, 40];

/** A layout's text without its checksum and the panes' numbers, which differ between two servers. */
const withoutIds = (layout: string) => layout.slice(5).replaceAll(/(\d+x\d+,\d+,\d+),\d+(?!\d*x)/g, "$1");

describe.runIf(need("chromium"))("a window in the page", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  /** One pane on the left, two on the right, each with `cat`. */
  async function open(name: string, options?: Parameters<typeof chromium.open>[1]) {
    await startWindow(daemon, name, "cat", { cols: COLS, rows: ROWS });
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

  /** Drags a border by this many pixels, and returns by how many cells that is. */
  async function dragBorder(page: Page, border: Locator, pixels: number): Promise<number> {
    const isUpright = (await border.getAttribute("aria-orientation")) === "vertical";
    const [line, panes] = (
      await Promise.all([border.boundingBox(), page.locator(".panes").boundingBox()])
    ).map((box) => box!);
    const [x, y] = [line!.x + line!.width / 2, line!.y + line!.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(isUpright ? x + pixels : x, isUpright ? y : y + pixels, { steps: 5 });
    await page.mouse.up();
    // Every pane has a line for its title.
    return Math.round(pixels / (isUpright ? panes!.width / COLS : panes!.height / (ROWS + 1)));
  }

  test("moves a border by dragging it, and with arrow keys", async () => {
    const { page, panes } = await open("drag");
    const [left = ""] = panes;
    const width = async () => Number(await ask("#{pane_width}", left));
    const before = await width();
    const border = page.getByRole("separator").first();
    const cells = await dragBorder(page, border, -200);
    expect(cells).toBeLessThan(-10);
    await waitFor(async () => (await width()) === before + cells, "the border to be where the pointer is");
    await border.focus();
    for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowLeft"])
      await page.keyboard.press(key);
    await waitFor(async () => (await width()) === before + cells + 6, "six more columns");
  });

  test.runIf(need("tmux"))(
    "every border of nested splits moves as the mouse moves it in the real tmux",
    async () => {
      const splits = [
        ["split-window", "-h"],
        ["split-window", "-v"],
        ["split-window", "-h"],
        ["select-pane", "-t", "{top-right}"],
        ["split-window", "-h"],
        ["select-pane", "-t", "{top-left}"],
        ["split-window", "-v"],
        ["split-window", "-h"],
        ["select-pane", "-U"],
        ["split-window", "-h"],
      ];
      const theirs = [programPath("tmux"), "-L", "borders", "-f", "/dev/null"];
      const real = (...argv: string[]) =>
        runProgram(theirs[0]!, [...theirs.slice(1), ...argv], { cwd: daemon.dir, env: daemon.env });
      const split = async (run: (...argv: string[]) => Promise<unknown>) => {
        await run("new-session", "-d", "-s", "nested", "-x", String(COLS), "-y", String(ROWS), "cat");
        for (const [command = "", ...more] of splits)
          await run(command, ...more, ...(command === "split-window" ? ["cat"] : []));
      };
      onTestFinished(async () => void (await real("kill-server")));
      await split((...argv) => daemon.tmux(...argv));
      await split(real);
      await real("set-option", "-g", "mouse", "on");
      // One line is the status line.
      const terminal = await openTerminal(daemon, `exec ${theirs.join(" ")} attach`, {
        cols: COLS,
        rows: ROWS + 1,
      });
      await terminal.see("nested");
      const page = await chromium.open(daemon);
      const lengths: number[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/border")) lengths.push(request.postDataJSON().length);
      });
      await showWindow(page, await windowOf(daemon, "nested"));
      const ours = async () => withoutIds(await ask("#{window_layout}", "=nested:"));
      const realLayout = async () => (await real("display-message", "-p", "#{window_layout}")).stdout.trim();
      const separators = page.getByRole("separator");
      expect(await separators.count()).toBe(7);
      expect(await ours()).toBe(withoutIds(await realLayout()));
      for (const at of Array.from({ length: 7 }).keys()) {
        const { upright, left, top, size } = bordersOf(readLayout(await realLayout())!)[at]!;
        lengths.length = 0;
        const cells = await dragBorder(page, separators.nth(at), 60);
        expect(cells).toBeGreaterThan(1);
        const moved = `border ${at} to move from ${size} by ${cells}`;
        await waitFor(
          async () => (await separators.nth(at).getAttribute("aria-valuenow")) === String(size + cells),
          moved,
        );
        // The other mouse stops where the page asked for the border: a drag in steps is not one of the whole length.
        const place = (length: number): [number, number] =>
          upright ? [left - size + length + 1, top + 3] : [left + 3, top - size + length + 1];
        const drags = lengths.map((length) => mouse("drag", ...place(length)));
        terminal.type(
          [mouse("press", ...place(size)), ...drags, mouse("release", ...place(size + cells))].join(""),
        );
        await waitFor(
          async () => bordersOf(readLayout(await realLayout())!)[at]?.size === size + cells,
          `in the real tmux, ${moved}`,
        );
        expect(await ours()).toBe(withoutIds(await realLayout()));
      }
    },
  );

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

  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest("section.pane")?.getAttribute("data-pane"));

  /** Opens a pane from wherever the page is. */
  async function openByName(page: Page, name: string): Promise<void> {
    await page.keyboard.press("Control+Shift+K");
    await page.locator(".palette").getByRole("combobox").fill(name);
    await page.keyboard.press("Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
  }

  test("gives the keys to the agent that a person opens", async () => {
    const { page, panes } = await open("opened");
    const [left = "", upper = "", lower = ""] = panes;
    expect(await ask("#{pane_active}", lower)).toBe("1");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await card(page, "opened:0.0").locator("a.open").click();
    const follows = (id: string) =>
      waitFor(async () => (await ask("#{pane_active}", id)) === "1", "the session to follow the page");
    await waitFor(async () => (await focused(page)) === left, "the keys in the pane of the card");
    await follows(left);
    await page.locator(".pane.opening").first().waitFor({ state: "detached" });
    await page.keyboard.type("to the left");
    await waitForText(page, left, "to the left");
    await openByName(page, "opened:0.1");
    await waitFor(async () => (await focused(page)) === upper, "the keys in another pane of the window");
    await follows(upper);
    await daemon.tmux("resize-pane", "-Z", "-t", lower);
    await pane(page, upper).waitFor({ state: "detached" });
    await openByName(page, "opened:0.0");
    await waitFor(async () => (await focused(page)) === left, "the keys in a pane that a zoom hid");
    await follows(left);
    await daemon.tmux("select-pane", "-t", lower);
    await page.reload();
    await waitFor(
      async () => (await focused(page)) === lower,
      "the keys in the pane that is active meanwhile",
    );
    expect(await ask("#{pane_active}", lower)).toBe("1");
  });

  test("shows the agent that a person opens on a phone", async () => {
    const { page, panes } = await open("tabs", { size: NARROW });
    const [left = "", upper = "", lower = ""] = panes;
    await pane(page, lower).waitFor();
    await openByName(page, "tabs:0.0");
    await pane(page, left).waitFor();
    await openByName(page, "tabs:0.1");
    await pane(page, upper).waitFor();
    expect(await ask("#{pane_active}", lower)).toBe("1");
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
    await type(page, upper, "|end");
    expect(await waitForText(page, upper, "|end")).not.toContain("again");
  });

  test.each(["zoomed", "narrow"] as const)(
    "does not claim to type into chosen panes that a %s window does not show",
    async (how) => {
      const { page, panes } = await open(`chosen-${how}`, how === "narrow" ? { size: NARROW } : {});
      const [left = ""] = panes;
      await daemon.tmux("select-pane", "-t", left);
      if (how === "zoomed") await daemon.tmux("resize-pane", "-Z", "-t", left);
      await waitFor(async () => (await page.locator(".pane").count()) === 1, "one pane on view");
      await page.getByRole("button", { name: "Window", exact: true }).click();
      await page.getByRole("menuitemcheckbox", { name: "Type into several panes" }).click();
      await page.getByText("You type into 1 of 3 panes: the others are not on view").waitFor();
      await type(page, left, "alone");
      await page.getByText(/^Not typed into .+ \(not on view\), .+ \(not on view\)\./).waitFor();
      await screenshot(page, `window-broadcast-${how}`);
      await waitForText(page, left, "alone");
    },
  );

  /** Asks for reports of the mouse and of the focus, and shows what it gets. */
  const REPORTS = "sh -c 'stty raw -echo; printf \"\\033[?1002h\\033[?1006h\\033[?1004hready\"; exec cat -v'";

  test("reports of the mouse and of the focus stay in their pane", async () => {
    await startWindow(daemon, "reports", REPORTS, { cols: COLS, rows: ROWS });
    await daemon.tmux("split-window", "-h", "-t", "=reports:", "cat");
    const window = await windowOf(daemon, "reports");
    const [left = "", right = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await waitForText(page, left, "ready");
    await page.getByRole("button", { name: "Window", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Type into several panes" }).click();
    await page.getByText("You type into 2 panes at once").waitFor();
    await focus(page, right);
    await pane(page, left).locator(".xterm-screen").click();
    await waitForText(page, left, /\^\[\[I.*\^\[\[<0;/);
    await page.keyboard.type("typed");
    await waitForText(page, left, "typed");
    expect(await waitForText(page, right, "typed")).toBe("typed");
  });

  test("a key that is held on a phone is not lost to a report", async () => {
    const window = await startWindow(daemon, "held", REPORTS);
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon, { size: NARROW });
    await showWindow(page, window);
    await waitForText(page, id, "ready");
    await page.getByRole("toolbar", { name: "Keys" }).getByRole("button", { name: /^Ctrl/ }).tap();
    await pane(page, id).locator(".reading").tap();
    await waitForText(page, id, "^[[I");
    await page.keyboard.type("c");
    await waitForText(page, id, "^C");
  });

  test("a notice of two lines keeps its button beside it", async () => {
    const window = await startWindow(daemon, "notice", "cat");
    const page = await chromium.open(daemon, { size: NARROW });
    await showWindow(page, window);
    await page.getByRole("toolbar", { name: "Keys" }).getByRole("button", { name: "Paste" }).tap();
    const sentence = page.getByText("This browser does not let the page read the clipboard");
    const text = (await sentence.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.querySelector("span") ?? element.firstChild ?? element);
      return range.getBoundingClientRect().toJSON();
    })) as DOMRect;
    const button = await page.getByRole("button", { name: "Dismiss" }).boundingBox();
    expect(text.height).toBeGreaterThan(25);
    expect(button?.x).toBeGreaterThanOrEqual(text.x + text.width);
    expect(button?.y).toBeLessThan(text.y + text.height);
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

  test("ends above a phone's keyboard, with the cursor and the keys in view", async () => {
    const window = await startWindow(daemon, "keyboard", "sh -c 'seq 1 50; exec cat'", {
      cols: 100,
      rows: 48,
    });
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon, { size: NARROW });
    await showWindow(page, window);
    await type(page, id, "typed");
    await waitForText(page, id, "typed");
    // As a browser whose keyboard lies over the page, which stays as high as it was.
    await page.evaluate((height) => {
      Object.defineProperty(visualViewport, "height", { value: height });
      visualViewport?.dispatchEvent(new Event("resize"));
    }, 430);
    const bottomOf = async (locator: ReturnType<typeof page.locator>) => {
      const { y, height } = (await locator.boundingBox())!;
      return y + height;
    };
    const keys = page.getByRole("toolbar", { name: "Keys" });
    await waitFor(async () => (await bottomOf(keys)) <= 430, "the keys above the keyboard");
    const cursor = pane(page, id).locator(".xterm-helper-textarea");
    const top = async () => (await keys.boundingBox())!.y;
    await waitFor(async () => (await bottomOf(cursor)) <= (await top()) + 1, "the cursor above the keys");
    expect((await cursor.boundingBox())!.y).toBeGreaterThan((await pane(page, id).boundingBox())!.y);
    await screenshot(page, "window-keyboard-390-dark");
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
