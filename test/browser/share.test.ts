import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, NARROW, screenshot, WIDE } from "./browser.ts";
import { dropFile } from "./drop-file.ts";
import { capture, pane, showWindow, startWindow, type, waitForText } from "./terminals.ts";

describe.runIf(need("chromium"))("sharing from the page", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();
  const permissions = { permissions: ["clipboard-read", "clipboard-write"] };

  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Share" });
  const linkIn = (page: Page) => dialogOf(page).getByRole("textbox", { name: "The link" }).inputValue();

  /** The browser of a person who was sent a link. */
  async function visit(link: string, size: { width: number; height: number } = WIDE): Promise<Page> {
    const context = await chromium.browser.newContext({ viewport: size, colorScheme: "dark" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(link);
    return page;
  }

  async function menu(page: Page, label: string, item: string): Promise<void> {
    await page.getByRole("button", { name: label, exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }

  test("a pane: the link is shown once and copied, and opens exactly that pane", async () => {
    const window = await startWindow(daemon, "team", "sh -c 'echo the shared one; exec cat'");
    await daemon.tmux("split-window", "-h", "-t", window.window, "echo the private one; exec cat");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon, { context: permissions });
    await showWindow(page, window);
    await waitForText(page, id, "the shared one");
    await pane(page, id)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Share…" }).click();
    const dialog = dialogOf(page);
    expect(await dialog.getByRole("radio", { name: /^look/ }).isChecked()).toBe(true);
    await dialog.getByRole("combobox", { name: "For" }).selectOption("15 minutes");
    await dialog.getByLabel("For whom").fill("Anna");
    await dialog.getByRole("button", { name: "Make a link" }).click();
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByText("Copied.").waitFor();
    const link = await linkIn(page);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await dialog.getByText("for Anna · may look · 14 min left · 0 browsers").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await screenshot(page, "share-1440");

    const guest = await visit(link);
    await waitForText(guest, id, "the shared one");
    expect(guest.url()).not.toContain("share=");
    expect(await guest.locator("[data-pane]").count()).toBe(1);
    expect(await guest.content()).not.toMatch(/the private one|team/);
    await guest.getByText(/shared to read until/).waitFor();
    await type(guest, id, "nothing");
    await screenshot(guest, "share-guest-1440");
    await dropFile(guest, daemon, ".terminal-place", "picture.png");
    await guest.getByText("Nothing can be dropped here: this link is only to look.").waitFor();
    await guest.getByRole("link", { name: "The past of this pane" }).click();
    await guest.getByRole("slider", { name: "Position" }).waitFor();
    expect(await guest.getByRole("button", { name: "Share" }).count()).toBe(0);
    expect(await capture(daemon, id)).not.toContain("nothing");
  });

  test("the dialog has the links that work, no longer the links themselves, and ends them at once", async () => {
    await daemon.run("share", "revoke", "--all");
    await startWindow(daemon, "ending", "sh -c 'echo until it is revoked; exec cat'");
    const made = await daemon.run(
      "share",
      "--json",
      "-L",
      "default",
      "--for",
      "15m",
      "--name",
      "Anna",
      "ending",
    );
    const guest = await visit(JSON.parse(made.stdout).url);
    await guest.locator(".xterm-screen").waitFor();
    const page = await chromium.open(daemon);
    const dialog = dialogOf(page);
    await page.keyboard.press("Control+k");
    await page.locator(".palette").getByRole("combobox").fill("share links");
    await page.keyboard.press("Enter");
    await dialog.getByText("for Anna · may look · 14 min left · 1 browser").waitFor();
    expect(await dialog.getByRole("textbox", { name: "The link" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Revoke the link to session ending" }).click();
    await guest.locator(".logged-out").getByText("the link was revoked").waitFor();
    await dialog.getByText("Nothing is shared.").waitFor();
    expect((await daemon.run("share", "ls")).stdout).toBe("Nothing is shared.\n");
  });

  test("a session, to type into; a link of `mullion share` is in the same list", async () => {
    const window = await startWindow(daemon, "both", "cat");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await menu(page, "Window", "Share the session…");
    const dialog = dialogOf(page);
    await dialog.getByRole("radio", { name: "type too" }).check();
    await dialog.getByText("can run programs as you").waitFor();
    await dialog.getByRole("button", { name: "Make a link" }).click();
    const guest = await visit(await linkIn(page));
    await type(guest, id, "typed by a guest");
    await waitForText(page, id, "typed by a guest");
    await daemon.run("share", "both", "--for", "2h", "--name", "Bob", "-L", "default");
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("Control+Shift+K");
    await page.locator(".palette").getByRole("combobox").fill("share this session");
    await page.keyboard.press("Enter");
    await dialog.getByText(/for Bob · may look · 1 h left/).waitFor();
    await dialog.getByText(/^may type · /).waitFor();
  });

  test.each([
    ["1440", WIDE],
    ["390", NARROW],
  ] as const)("a replay: the link opens the timeline of that pane (%s px)", async (what, size) => {
    const window = await startWindow(daemon, `replay${what}`, "sh -c 'echo what happened; exec cat'");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon, { size });
    await showWindow(page, window);
    await waitForText(page, id, "what happened");
    await pane(page, id).getByRole("link", { name: "The past of this pane" }).click();
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("heading", { name: /^Share the past of/ }).waitFor();
    await dialog.getByRole("button", { name: "Make a link" }).click();
    await dialog.getByRole("textbox", { name: "The link" }).waitFor();
    await screenshot(page, `share-replay-${what}`);
    expect(await axeFindings(page)).toEqual([]);
    const guest = await visit(await linkIn(page), size);
    await guest.getByRole("slider", { name: "Position" }).waitFor();
    expect(guest.url()).toMatch(/#\/p\/[0-9a-f-]+\/past$/);
    await guest.getByRole("link", { name: "Download .cast" }).waitFor();
    await screenshot(guest, `share-replay-guest-${what}`);
  });

  test("a link of several days names the day on which it ends", async () => {
    await startWindow(daemon, "days", "cat");
    const { stdout } = await daemon.run("share", "--json", "--for", "168h", "-L", "default", "days");
    const { url, expires } = JSON.parse(stdout);
    const guest = await visit(url);
    const day = await guest.evaluate((ms) => new Date(ms).toLocaleDateString(), expires);
    await guest.getByText(`session days, shared to read until ${day}`).waitFor();
  });

  test("a guest whose link has ended reads whom to ask, and no command", async () => {
    await startWindow(daemon, "over", "cat");
    const { stdout } = await daemon.run("share", "--json", "-L", "default", "over");
    const { url, id } = JSON.parse(stdout);
    const guest = await visit(url, NARROW);
    await guest.locator(".xterm-screen").waitFor();
    await daemon.run("share", "revoke", id);
    const isTold = async (page: Page, reason: string) => {
      await page.getByText(reason).waitFor();
      await page.getByText("Ask the person who shared it with you for a new link.").waitFor();
      expect(await page.locator("main").textContent()).not.toContain("mullion web");
    };
    await isTold(guest, "the link was revoked");
    expect(await axeFindings(guest)).toEqual([]);
    await screenshot(guest, "share-ended-390");
    await guest.reload();
    await isTold(guest, "Mullion");
    await isTold(await visit(url), "this link was revoked or has expired");
  });

  test("two links in one browser do not log each other out", async () => {
    const links = [];
    for (const name of ["one", "two"]) {
      await startWindow(daemon, name, `sh -c 'echo this is ${name}; exec cat'`);
      const { stdout } = await daemon.run("share", "--json", "-L", "default", name);
      links.push(JSON.parse(stdout).url as string);
    }
    const first = await visit(links[0]!);
    await first.getByText("session one, shared to read").waitFor();
    const second = await first.context().newPage();
    await second.goto(links[1]!);
    await second.getByText("session two, shared to read").waitFor();
    await first.reload();
    await first.getByText("session one, shared to read").waitFor();
    await first.locator(".logged-out").waitFor({ state: "detached" });
  });
});
