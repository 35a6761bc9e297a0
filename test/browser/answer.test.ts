import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, NARROW, screenshot } from "./browser.ts";
import { asks, startAgent } from "./team.ts";

/** As agents ask: a list of choices, of which a digit or Enter selects one. */
const CHOOSES = `
stty -icanon -echo
printf 'Do you want to proceed?\\n> 1. Yes\\n  2. Yes, and do not ask again\\n  3. No\\n'
"$MULLION" report waiting --question 'Do you want to proceed?'
key=$(dd bs=1 count=1 2>/dev/null)
echo "chose <$key>"
while :; do sleep 1000; done`;

describe.runIf(need("chromium"))("answering from the overview", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();
  const shows = (pane: string, text: string) =>
    waitFor(async () => (await outputOf(daemon.run("capture", pane))).includes(text), `${text} in ${pane}`);

  test("a reply is typed into the program, without opening it", async () => {
    await startAgent(daemon, { name: "asker", script: asks("Which scheme?") });
    const page = await chromium.open(daemon);
    const own = card(page, "asker");
    await own.getByRole("textbox").fill("the new one");
    await own.getByRole("button", { name: "Send" }).click();
    await shows("asker", "answered <the new one>");
    await expect.poll(() => own.locator(".state-mark").getAttribute("data-state")).toBe("working");
    expect(new URL(page.url()).hash).toBe("#/");
  });

  test("a choice of the question is a button", async () => {
    await startAgent(daemon, { name: "chooser", script: CHOOSES });
    const page = await chromium.open(daemon);
    const own = card(page, "chooser");
    await own.getByRole("button", { name: /Yes, and do not ask again/ }).waitFor();
    await screenshot(page, "answer-choices");
    await own.getByRole("button", { name: /Yes, and do not ask again/ }).click();
    await shows("chooser", "chose <2>");
  });

  test("an answer that comes too late says what the daemon says, and nothing is typed", async () => {
    const ask =
      "for i in 1 2; do printf 'Allow %s? ' $i; read -r a; echo \"<$i:$a>\"; done; while :; do sleep 1000; done";
    await startAgent(daemon, { name: "twice", script: ask });
    const page = await chromium.open(daemon);
    const own = card(page, "twice");
    await own.getByRole("textbox").fill("mine");
    // The answer of another person arrives while this one is on its way.
    await page.route("**/answer", async (route) => {
      await daemon.run("answer", "twice", "theirs");
      await shows("twice", "Allow 2?");
      await route.continue();
    });
    await own.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => own.getByRole("alert").textContent()).toContain("was answered already");
    await screenshot(page, "answer-too-late");
    expect(await outputOf(daemon.run("capture", "twice"))).not.toContain("mine");
    expect(await own.getByRole("textbox").inputValue()).toBe("mine");
  });

  test("on a phone, a sheet shows the screen, the question and the reply", async () => {
    await startAgent(daemon, { name: "phoned", script: asks("Deploy to production?") });
    const page = await chromium.open(daemon, { size: NARROW });
    await card(page, "phoned").getByRole("button", { name: "Answer phoned" }).click();
    const sheet = page.getByRole("dialog", { name: "Answer phoned" });
    expect(await sheet.locator(".question").textContent()).toContain("Deploy to production?");
    await screenshot(page, "answer-narrow");
    await sheet.getByRole("textbox").fill("yes");
    await page.keyboard.press("Enter");
    await sheet.waitFor({ state: "detached" });
    await shows("phoned", "answered <yes>");
  });
});
