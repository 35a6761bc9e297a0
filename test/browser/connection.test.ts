import { describe, expect, test } from "vitest";
import { startDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, screenshot } from "./browser.ts";
import { asks, startAgent } from "./team.ts";

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
      await page.getByRole("button", { name: "New agent" }).first().click();
      const dialog = page.getByRole("dialog", { name: "New agent" });
      await dialog.getByLabel("Command").fill("cat -u");
      await daemon.kill9();
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
});
