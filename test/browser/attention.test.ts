import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, NARROW, screenshot } from "./browser.ts";
import { asks, reports, startAgent, WORKS } from "./team.ts";
import { showWindow, type TestWindow } from "./terminals.ts";

describe.runIf(need("chromium"))("attention", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();
  const icon = (page: Page) => page.locator("link[rel=icon]").getAttribute("href");

  test("the title counts who needs a person, and the icon changes", async () => {
    const page = await chromium.open(daemon);
    await expect.poll(() => page.title()).toBe("Mullion");
    const calm = await icon(page);
    await startAgent(daemon, { name: "asker", script: asks("Allow?") });
    await expect.poll(() => page.title()).toBe("(1) Mullion");
    expect(await icon(page)).toContain("waiting");
    expect((await page.request.get(new URL((await icon(page))!, page.url()).href)).status()).toBe(200);
    await daemon.run("kill", "asker");
    await expect.poll(() => page.title()).toBe("Mullion");
    expect(await icon(page)).toBe(calm);
  });

  test("a screen reader learns who waits", async () => {
    const page = await chromium.open(daemon);
    await startAgent(daemon, { name: "speaker", script: asks("Which one?") });
    await expect
      .poll(() => page.locator("[aria-live=polite]").allTextContents())
      .toContainEqual(expect.stringContaining("speaker waits: Which one?"));
    await daemon.run("kill", "speaker");
  });

  test("a done agent stays unread until a person looks at its terminal", async () => {
    await startAgent(daemon, { name: "worker", script: reports("done") });
    const page = await chromium.open(daemon);
    await card(page, "worker").locator(".unread").waitFor();
    await page.reload();
    await card(page, "worker").locator(".unread").waitFor();
    await card(page, "worker").locator("a.open").click();
    await expect.poll(() => page.title()).toBe("Mullion");
    await page.goBack();
    await card(page, "worker").waitFor();
    expect(await card(page, "worker").locator(".unread").count()).toBe(0);
    await daemon.run("kill", "worker");
  });

  /** A window with two panes, the second of which is done when it gets a line. */
  async function startPair(name: string): Promise<TestWindow> {
    await startAgent(daemon, { name, script: WORKS });
    const script = `read -r go; ${reports("done")}`;
    await daemon.tmux("-L", "mullion", "split-window", "-d", "-t", `=${name}:`, script);
    const format = "#{socket_path}\t#{window_id}\t#{pane_id}";
    const { stdout } = await daemon.tmux("-L", "mullion", "list-panes", "-t", `=${name}:`, "-F", format);
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t"));
    const [socket = "", window = ""] = rows[0] ?? [];
    return { socket, window, panes: rows.map(([, , pane = ""]) => pane) };
  }

  const finish = (id = "") => daemon.tmux("-L", "mullion", "send-keys", "-t", id, "Enter");

  test("every pane on view is seen", async () => {
    const { panes } = await startPair("pair");
    const page = await chromium.open(daemon);
    await card(page, "pair").locator("a.open").click();
    await page.locator(`[data-pane="${panes[1]}"]:not(.opening)`).waitFor();
    await finish(panes[1]);
    await page.locator(`[data-pane="${panes[1]}"] [data-state=done]`).waitFor();
    await expect.poll(() => page.title()).toBe("Mullion");
    await daemon.run("kill", "pair");
  });

  test("a pane behind another tab of a phone is not seen", async () => {
    const window = await startPair("tabs");
    const page = await chromium.open(daemon, { size: NARROW });
    await showWindow(page, window);
    await page.locator(`[data-pane="${window.panes[0]}"]:not(.opening)`).waitFor();
    await finish(window.panes[1]);
    await page.getByRole("tab").nth(1).locator("[data-state=done]").waitFor();
    // What the page said about the pane, the daemon has heard before this.
    await daemon.tmux("-L", "mullion", "rename-window", "-t", window.window, "later");
    await page.getByRole("link", { name: "later" }).waitFor();
    expect(await page.title()).toBe("(1) Mullion");
    await page.getByRole("tab").nth(1).click();
    await expect.poll(() => page.title()).toBe("Mullion");
    await daemon.run("kill", "tabs");
  });

  test("notifications are asked for by a click, and are shown while the page is in the background", async () => {
    const page = await chromium.open(daemon, { context: { permissions: ["notifications"] } });
    // Headless Chromium shows no notifications: what the page asks for is recorded.
    await page.evaluate(() => {
      const made: string[] = [];
      class Recorded {
        static permission = "default";
        static requestPermission = async () => {
          Recorded.permission = "granted";
          made.push("asked");
          return "granted";
        };
        constructor(_: string, { body }: { body: string }) {
          made.push(body);
        }
      }
      Object.assign(window, { Notification: Recorded, made });
      document.hasFocus = () => false;
    });
    const made = () => page.evaluate(() => Reflect.get(window, "made") as string[]);
    expect(await made()).toEqual([]);
    await page.getByRole("button", { name: "Settings" }).click();
    expect(await page.getByLabel("Play a sound").isChecked()).toBe(false);
    await page.getByLabel("Show a notification").click();
    await expect.poll(made).toEqual(["asked"]);
    await screenshot(page, "settings");
    await page.keyboard.press("Escape");
    await startAgent(daemon, { name: "caller", script: asks("Deploy now?") });
    await expect.poll(made).toEqual(["asked", "caller waits: Deploy now?"]);
    await daemon.run("kill", "caller");
  });
});
