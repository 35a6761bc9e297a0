import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, leaveDialog, NARROW } from "./browser.ts";
import { asks, startAgent, WORKS } from "./team.ts";
import { pane, showWindow, startWindow, waitForText } from "./terminals.ts";

/** Asks when a line is sent to it, and again after each answer. */
const ASKS_LATER = `stty -echo; read -r a
for i in 1 2 3; do "$MULLION" report waiting --question "Allow $i?"; read -r a; "$MULLION" report working; done
while :; do sleep 1000; done`;

describe.runIf(need("chromium"))("the focus, while agents work", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.closest(".pane-card, .pane-row")?.querySelector(".name")?.textContent,
    );
  const stateOf = (page: Page, name: string) =>
    card(page, name).locator(".state-mark").getAttribute("data-state");

  test.each([
    ["cards", undefined],
    ["a list", NARROW],
  ] as const)("stays at an agent that gets another place (%s)", async (form, size) => {
    const name = `mover-${form.at(-1)}`;
    await startAgent(daemon, { name: `other-${form.at(-1)}`, script: WORKS });
    await startAgent(daemon, { name, script: ASKS_LATER });
    const page = await chromium.open(daemon, size ? { size } : {});
    await card(page, name).locator("a.open").focus();
    await daemon.run("send", name, "--enter", "go");
    await waitFor(async () => (await stateOf(page, name)) === "waiting", "the question");
    await waitFor(
      async () => (await page.locator(".pane-line .name").first().textContent()) === name,
      "the first place",
    );
    expect(await focused(page)).toBe(name);
    await page.keyboard.press("Enter");
    await page.locator(".pane-title").getByRole("heading", { name }).waitFor();
    await daemon.run("kill", name);
    await daemon.run("kill", `other-${form.at(-1)}`);
  });

  test("and what is typed stay in a reply while its question is replaced", async () => {
    await startAgent(daemon, { name: "first", script: ASKS_LATER });
    await daemon.run("send", "first", "--enter", "go");
    const page = await chromium.open(daemon);
    await waitFor(async () => (await stateOf(page, "first")) === "waiting", "the first question");
    await startAgent(daemon, { name: "second", script: asks("Really?") });
    await waitFor(async () => (await stateOf(page, "second")) === "waiting", "the question of another agent");
    const field = card(page, "first").getByRole("textbox");
    await field.pressSequentially("hello");
    await page.keyboard.press("ArrowLeft");
    await daemon.run("answer", "first", "from elsewhere");
    await card(page, "first").getByText("Allow 2?").waitFor();
    // The other agent has waited longer now, so this one has moved.
    await waitFor(
      async () =>
        (await page.locator(".pane-line .name").allTextContents()).join().startsWith("second,first"),
      "the new order",
    );
    await page.keyboard.type("X");
    expect(await field.inputValue()).toBe("hellXo");
    // A question that is new is not answered at once by what was meant for the one before.
    const send = card(page, "first").getByRole("button", { name: "Send" });
    await waitFor(() => send.isEnabled(), "the question to be there for a moment");
    await page.keyboard.press("Enter");
    await waitFor(async () => (await field.count()) === 0 || (await field.inputValue()) === "", "the answer");
    for (const name of ["first", "second"]) await daemon.run("kill", name);
  });

  test("stays at the choice of a person who answers with the keyboard, then at the agent", async () => {
    await startAgent(daemon, { name: "chooser", script: `printf 'Really? [y/N] '; read -r a; ${WORKS}` });
    const page = await chromium.open(daemon);
    const yes = card(page, "chooser").getByRole("button", { name: /Yes/ });
    await yes.focus();
    await page.keyboard.press("Enter");
    await waitFor(async () => (await stateOf(page, "chooser")) === "working", "the end of the question");
    await yes.waitFor({ state: "detached" });
    expect(await focused(page)).toBe("chooser");
    await daemon.run("kill", "chooser");
  });

  test("the palette opens what a person has chosen, although another agent becomes more urgent", async () => {
    await startAgent(daemon, { name: "alpha", script: WORKS });
    await startAgent(daemon, { name: "omega", script: ASKS_LATER });
    const page = await chromium.open(daemon);
    await card(page, "omega").waitFor();
    await page.keyboard.press("Control+k");
    await page.locator(".palette").getByRole("option").first().waitFor();
    const chosen = () => page.locator('.palette [aria-selected="true"]').textContent();
    await waitFor(async () => {
      if ((await chosen())?.startsWith("alpha")) return true;
      await page.keyboard.press("ArrowDown");
      return false;
    }, "the agent to be chosen");
    await daemon.run("send", "omega", "--enter", "go");
    await waitFor(async () => (await stateOf(page, "omega")) === "waiting", "the question");
    expect(await chosen()).toMatch(/^alpha/);
    await page.keyboard.press("Enter");
    await waitFor(() => /#\/p\//.test(page.url()), "a terminal");
    await page.getByRole("heading", { name: "alpha" }).waitFor();
    for (const name of ["alpha", "omega"]) await daemon.run("kill", name);
  });

  test("stays at an item of a menu while windows change, and Escape closes the menu", async () => {
    const window = await startWindow(daemon, "menus", "cat");
    await daemon.tmux("new-window", "-d", "-t", "=menus:", "-n", "before", "cat");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await page.getByRole("link", { name: "before" }).waitFor();
    const button = pane(page, id).getByRole("button", { name: /^Actions for/ });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("ArrowDown");
    const item = () => page.evaluate(() => document.activeElement?.textContent);
    await waitFor(async () => (await item()) === "Split down", "the second item");
    await daemon.tmux("rename-window", "-t", "=menus:before", "after");
    await page.getByRole("link", { name: "after" }).waitFor();
    expect(await item()).toBe("Split down");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(
      /^Actions for/,
    );
  });

  test("goes on to the terminal after what is chosen for its window", async () => {
    const window = await startWindow(daemon, "chosen", "cat");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "Window", exact: true }).click();
      await page.getByRole("menuitemcheckbox", { name: item }).click();
    };
    const typed = async (text: string) => {
      await page.keyboard.type(`${text}\n`);
      await waitForText(page, id, text);
    };
    await choose("Type into several panes");
    await page.getByText("Choose panes").or(page.getByText("You type into")).waitFor();
    await typed("several");
    await page.getByRole("button", { name: "Stop" }).click();
    await typed("stopped");
    await page.getByRole("button", { name: "Fit" }).click();
    await typed("fitted");
    await daemon.kill9();
    await pane(page, id).getByText("Not connected: this is how the screen was.").waitFor();
    await page.keyboard.type("lost");
    await page.getByText("Not typed: the terminal was not connected.").waitFor();
    await daemon.start();
    await pane(page, id)
      .getByText("Not connected: this is how the screen was.")
      .waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Dismiss" }).click();
    await typed("dismissed");
    await daemon.tmux("kill-session", "-t", "=chosen");
  });

  test("keys for a program that has ended are not typed, and do not disturb its screen", async () => {
    const window = await startWindow(daemon, "ended", "read -r a; exit 3");
    await daemon.tmux("set-option", "-w", "-t", "=ended:", "remain-on-exit", "on");
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon);
    await showWindow(page, window);
    await pane(page, id).locator(".xterm-screen").click();
    await page.keyboard.press("Enter");
    await pane(page, id).getByText("The program failed with status 3.").waitFor();
    const sockets: string[] = [];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    await page.keyboard.type("abc");
    await page.getByText("Not typed: nothing runs there any more.").waitFor();
    expect(await page.getByText("not connected").count()).toBe(0);
    // A socket that the daemon had closed would have been opened again by the time of this picture.
    await page.getByRole("button", { name: "Fit" }).click();
    await waitFor(
      async () => (await outputOf(daemon.tmux("display", "-p", "-t", id, "#{window_width}"))) !== "100\n",
      "another size",
    );
    expect(sockets).toEqual([]);
    await page.getByRole("button", { name: "Run it again" }).click();
    await page.getByText("The program failed").waitFor({ state: "detached" });
    const inPane = () => document.activeElement?.closest("section.pane")?.getAttribute("data-pane");
    expect(await page.evaluate(inPane)).toBe(id);
    await daemon.tmux("kill-session", "-t", "=ended");
  });

  test("returns to the button of a dialog, however the dialog is closed", async () => {
    const page = await chromium.open(daemon);
    const button = page.getByRole("button", { name: "Settings" });
    for (const close of ["Escape", "Enter"]) {
      await button.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Settings" });
      await dialog.waitFor();
      if (close === "Enter") await dialog.getByRole("button", { name: "Close" }).focus();
      await page.keyboard.press(close);
      await dialog.waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.ariaLabel), close).toBe("Settings");
    }
  });

  test("keys of the page open nothing above a question or behind an answer", async () => {
    const window = await startWindow(daemon, "closing", "cat");
    const [id = ""] = window.panes;
    await startAgent(daemon, { name: "asking", script: asks("Go on?") });
    const page = await chromium.open(daemon, { size: NARROW });
    await card(page, "asking").getByRole("button", { name: "Answer asking" }).click();
    const sheet = page.getByRole("dialog", { name: "Answer asking" });
    await sheet.getByRole("button", { name: "Close" }).focus();
    for (const key of ["n", "?", "Control+k"]) await page.keyboard.press(key);
    await leaveDialog(page);
    await daemon.run("kill", "asking");
    await showWindow(page, window);
    await pane(page, id)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name: "Close" }).click();
    await page.getByText("still runs there and would end.").waitFor();
    for (const key of ["n", "?", "Control+k"]) await page.keyboard.press(key);
    expect(await page.locator("dialog").count()).toBe(1);
    await leaveDialog(page);
  });

  test.each([
    ["Escape", "n", "New agent"],
    ["a click beside it", "n", "New agent"],
    ["Escape", "Control+k", "Find"],
  ] as const)(
    "a dialog that is closed by %s leaves the next key, %s, to the page",
    async (way, key, name) => {
      const page = await chromium.open(daemon);
      await page.getByRole("button", { name: "Find" }).click();
      await page.getByRole("dialog", { name: "Find" }).waitFor();
      await page.locator("dialog").evaluate(pressOnceClosed, key);
      if (way === "Escape") await page.keyboard.press("Escape");
      else await page.mouse.click(5, 5);
      await page.getByRole("dialog", { name }).waitFor();
      expect(await page.locator("dialog").count()).toBe(1);
    },
  );

  test("a question whose agent ends leaves the page usable", async () => {
    await startAgent(daemon, { name: "ending", script: asks("Go on?") });
    const page = await chromium.open(daemon, { size: NARROW });
    await card(page, "ending").getByRole("button", { name: "Answer ending" }).click();
    const sheet = page.getByRole("dialog", { name: "Answer ending" });
    await sheet.waitFor();
    await daemon.run("kill", "ending");
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("dialog", { name: "Find" }).waitFor();
  });
});

/** Runs in the page: presses a key as soon as the dialog is closed, before the browser sends the event that says so. */
function pressOnceClosed(dialog: SVGElement | HTMLElement, pressed: string): void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    const key = pressed.at(-1)!;
    const init = { key, ctrlKey: pressed.startsWith("Control+"), bubbles: true, cancelable: true };
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", init));
  });
  observer.observe(dialog, { attributeFilter: ["open"] });
}
