import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, NARROW, screenshot, WIDE } from "./browser.ts";

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

  test("says how a program ended that was over before the page could show it", async () => {
    // The server goes on after the program's end, and uses no number of a pane again.
    await outputOf(daemon.run("run", "--name", "lasting", "--", "cat"));
    const page = await chromium.open(daemon);
    await page.route("**/mullion.spawn_session", async (route) => {
      const response = await route.fetch();
      await waitFor(async () => !(await outputOf(daemon.run("ls"))).includes("brief"), "the program's end");
      // The page has heard of the end before it hears of this.
      await outputOf(daemon.run("run", "--name", "next", "--", "cat"));
      await card(page, "next").waitFor();
      await route.fulfill({ response });
    });
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New agent" });
    await dialog.getByLabel("Command").fill("sh -c 'echo there is no key; exit 3'");
    await dialog.getByLabel("Name").fill("brief");
    await dialog.getByRole("button", { name: "Start" }).click();
    await expect
      .poll(() => dialog.getByRole("alert").textContent())
      .toBe("The program failed with status 3. Its last line: there is no key");
    expect(await dialog.getByRole("button", { name: "Start" }).isEnabled()).toBe(true);
    for (const name of ["next", "lasting"]) await daemon.run("kill", name);
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
