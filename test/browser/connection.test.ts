import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { startDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, leaveDialog, loginLink, screenshot } from "./browser.ts";
import { asks, startAgent } from "./team.ts";
import { pane, showWindow, startWindow, waitForText } from "./terminals.ts";

describe.runIf(need("chromium"))("the connection", () => {
  const chromium = browserForAll();

  test("says when the daemon is gone, does not pass old screens for new ones, and continues with the next daemon", async () => {
    const daemon = await startDaemon();
    try {
      await startAgent(daemon, { name: "reviewer", script: asks("Allow?") });
      const page = await chromium.open(daemon);
      await card(page, "reviewer").waitFor();
      await daemon.kill9();
      await page.getByText("The daemon does not answer").waitFor();
      expect(await page.locator(".link-notice").textContent()).toMatch(
        /since .* What you see is from before/,
      );
      expect(await page.locator(".overview.old").count()).toBe(1);
      expect(await page.title()).toBe("Mullion (not connected)");
      expect(await card(page, "reviewer").getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
      await card(page, "reviewer").getByRole("textbox").fill("yes");
      await page.keyboard.press("Enter");
      await card(page, "reviewer").getByText("Not connected: nothing was sent.").waitFor();
      await screenshot(page, "connection-lost");
      await daemon.start();
      await page.locator(".link-notice").waitFor({ state: "detached" });
      await expect
        .poll(() => card(page, "reviewer").locator(".state-mark").getAttribute("data-state"))
        .toBe("waiting");
      expect(await page.locator(".overview.old").count()).toBe(0);
      await card(page, "reviewer").getByRole("button", { name: "Send" }).click();
      await waitFor(
        async () => (await outputOf(daemon.run("capture", "reviewer"))).includes("answered <yes>"),
        "the answer",
      );
    } finally {
      await daemon.stop();
    }
  });

  test("a dialog says that the daemon is gone, and keeps what was typed until the next one starts it", async () => {
    const daemon = await startDaemon();
    try {
      const page = await chromium.open(daemon);
      // The daemon dies before the page knows what can be started, and where.
      const dies = async (route: Route) => {
        await daemon.kill9();
        await route.continue();
      };
      await page.route("**/api/launch", dies, { times: 1 });
      await page.getByRole("button", { name: "New agent" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New agent" });
      await dialog.getByLabel("Command").fill("cat -u");
      await dialog.getByText("Not connected: you can start this").waitFor();
      expect(await dialog.getByRole("button", { name: "Start" }).isDisabled()).toBe(true);
      await screenshot(page, "connection-lost-dialog");
      await daemon.start();
      await dialog.getByText("Not connected").waitFor({ state: "detached" });
      await dialog.getByRole("button", { name: "Start" }).click();
      await page.getByRole("heading", { name: "cat" }).waitFor();
    } finally {
      await daemon.stop();
    }
  });

  test("what a person asks for while the daemon is gone says so", async () => {
    const daemon = await startDaemon();
    try {
      const window = await startWindow(daemon, "asked", "sh -c 'echo shown; exec cat'");
      const [id = ""] = window.panes;
      const page = await chromium.open(daemon);
      await showWindow(page, window);
      await waitForText(page, id, "shown");
      const past = pane(page, id).getByRole("link", { name: "The past of this pane" });
      const share = async () => {
        await pane(page, id)
          .getByRole("button", { name: /^Actions for/ })
          .click();
        await page.getByRole("menuitem", { name: "Share…" }).click();
      };
      // Each part is loaded before.
      await past.click();
      await page.getByRole("slider", { name: "Position" }).waitFor();
      await page.goBack();
      await share();
      await page.getByText("Nothing is shared.").waitFor();
      await leaveDialog(page);
      await daemon.kill9();
      await page.getByText("The daemon does not answer").waitFor();

      await share();
      const dialog = page.getByRole("dialog", { name: "Share" });
      await dialog.getByRole("alert").getByText("does not answer").waitFor();
      expect(await dialog.getByText("Nothing is shared.").count()).toBe(0);
      await leaveDialog(page);
      await pane(page, id).getByRole("button", { name: "Find in this pane" }).click();
      await page.getByRole("searchbox", { name: "Find in this pane" }).fill("shown");
      await page.getByRole("button", { name: "All history" }).click();
      await page.getByRole("alert").getByText("does not answer").waitFor();
      await past.click();
      await page.locator(".past").getByRole("alert").getByText("does not answer").waitFor();
    } finally {
      await daemon.stop();
    }
  });

  test("a part of the page that was never shown before can be opened while there is no daemon", async () => {
    const daemon = await startDaemon();
    try {
      await startAgent(daemon, { name: "reader", script: "echo shown; exec cat" });
      const page = await chromium.open(daemon);
      await card(page, "reader").waitFor();
      await daemon.kill9();
      await page.getByText("The daemon does not answer").waitFor();
      await card(page, "reader").locator("a.open").click();
      await page.getByText("Connecting…").waitFor();
      await daemon.start();
      await page.locator(".pane:not(.stale) .xterm").waitFor();
    } finally {
      await daemon.stop();
    }
  });

  test("does not wait for a connection that gets no answer", async () => {
    const daemon = await startDaemon();
    const context = await chromium.browser.newContext();
    const link = new URL(await loginLink(daemon));
    const way = await openWay(join(daemon.dir, "m/web.sock"));
    try {
      link.port = String(way.port);
      const page = await context.newPage();
      await page.goto(link.href);
      await page.getByRole("heading", { name: "Nothing runs yet" }).waitFor();
      way.cut();
      // As after the sleep of a laptop: the page opens its connection again.
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("Reconnecting").waitFor();
      await waitFor(() => way.unanswered > 0, "the connection");
      way.mend();
      await startAgent(daemon, { name: "later", script: asks("Allow?") });
      await page.locator(".link-notice").waitFor({ state: "detached" });
      await card(page, "later").waitFor();
    } finally {
      await context.close();
      await way.close();
      await daemon.stop();
    }
  });
});

/** A tunnel to the page. Once it is cut, nothing passes its connections any more, and nothing ends them. */
async function openWay(socketPath: string) {
  let isCut = false;
  let unanswered = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = isCut ? undefined : connect(socketPath);
    if (far) near.pipe(far).pipe(near);
    else unanswered += 1;
    for (const socket of far ? [near, far] : [near]) {
      open.add(socket);
      socket.on("error", () => {});
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get unanswered() {
      return unanswered;
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
