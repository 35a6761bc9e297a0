import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, NARROW, screenshot, WIDE } from "./browser.ts";

describe.runIf(need("chromium"))("a new agent", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  test.each([
    ["wide", WIDE],
    ["narrow", NARROW],
  ] as const)(
    "runs exactly the words on view, in its directory, with its name and colour (%s)",
    async (what, size) => {
      const page = await chromium.open(daemon, { size });
      const directory = join(daemon.dir, "home", "project");
      mkdirSync(join(directory, "source"), { recursive: true });
      await page.locator(".top-bar .new").click();
      const dialog = page.getByRole("dialog", { name: "New agent" });
      await dialog
        .getByLabel("Command")
        .fill(`sh -c 'printf "<%s>" "$PWD" "$@"; cat' sh 'two words' '$HOME'`);
      await expect
        .poll(() => dialog.locator(".words code").allTextContents())
        .toEqual(["sh", "-c", 'printf "<%s>" "$PWD" "$@"; cat', "sh", "two words", "$HOME"]);
      expect(await dialog.getByLabel("Name").inputValue()).toBe("sh");
      await dialog.getByLabel("Directory").fill(join(daemon.dir, "home", "pro"));
      await expect
        .poll(() =>
          dialog
            .locator("#launch-directories option")
            .evaluateAll((all) => all.map((one) => one.getAttribute("value"))),
        )
        .toContain(directory);
      await dialog.getByLabel("Directory").fill(directory);
      await dialog.getByLabel("Name").fill(`agent ${what}`);
      await dialog.getByTitle("purple").click();
      await screenshot(page, `launch-${what}`);
      await dialog.getByRole("button", { name: "Start" }).click();
      await expect.poll(() => page.url()).toMatch(/#\/p\//);
      await waitFor(
        async () =>
          (await outputOf(daemon.run("capture", `agent ${what}`))).includes(
            `<${directory}><two words><$HOME>`,
          ),
        "the words that the program received",
      );
      const { servers } = JSON.parse(await outputOf(daemon.run("ls", "--json")));
      expect(JSON.stringify(servers)).toContain('"color":"purple"');
    },
  );

  test("offers what ran before, also in a pane that is closed", async () => {
    await outputOf(daemon.run("run", "--name", "brief", "--", "sh", "-c", "echo was here"));
    await waitFor(async () => !(await outputOf(daemon.run("ls"))).includes("brief"), "the end of the pane");
    const page = await chromium.open(daemon);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New agent" });
    await dialog.getByRole("button", { name: "sh -c 'echo was here'" }).click();
    expect(await dialog.locator(".words code").allTextContents()).toEqual(["sh", "-c", "echo was here"]);
    await screenshot(page, "launch-recent");
  });

  test("says what is wrong before and after it is tried", async () => {
    const page = await chromium.open(daemon);
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New agent" });
    const start = dialog.getByRole("button", { name: "Start" });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByLabel("Command").fill("say 'open");
    expect(await dialog.getByRole("alert").textContent()).toBe("A quote is not closed.");
    await dialog.getByLabel("Command").fill("no-such-program-here");
    await start.click();
    await expect.poll(() => dialog.getByRole("alert").textContent()).toContain("no-such-program-here");
    await screenshot(page, "launch-fault");
  });
});
