import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { severalMachines } from "../hosts/several-machines.ts";
import { need } from "../setup/need.ts";
import { browserForAll, card, NARROW, screenshot } from "./browser.ts";
import { asks, startAgent, WORKS } from "./team.ts";

describe.runIf(need("chromium"))("hosts in the page", () => {
  const { near, hosts, shut, open } = severalMachines(["build"]);
  const [build] = hosts;
  const chromium = browserForAll();
  const shows = (pane: string, text: string) =>
    waitFor(async () => (await outputOf(build!.run("capture", pane))).includes(text), `${text} in ${pane}`);

  test("two machines in one overview: answer an agent on the host, and type into its terminal", async () => {
    await startAgent(near, { name: "local", script: WORKS });
    await startAgent(build!, { name: "asker", script: asks("Which scheme?") });
    await startAgent(build!, { name: "shell", script: "echo ready; exec cat" });
    const page = await chromium.open(near);
    const asker = card(page, "build/asker");
    await asker.getByText("Which scheme?").first().waitFor();
    await card(page, "local").waitFor();
    expect(await asker.locator(".place").innerText()).toContain("build/asker");
    await drawn(asker.locator("canvas"));
    await screenshot(page, "hosts-overview");

    await page.getByLabel("Machine").selectOption("build");
    await card(page, "local").waitFor({ state: "detached" });
    expect(await card(page, "build/shell").count()).toBe(1);
    await page.getByLabel("Machine").selectOption("");

    await asker.getByRole("textbox").fill("the new one");
    await asker.getByRole("button", { name: "Send" }).click();
    await shows("asker", "answered <the new one>");
    await expect.poll(() => asker.locator(".state-mark").getAttribute("data-state")).toBe("working");

    await card(page, "build/shell").locator(".open").click();
    await page.locator(".xterm").waitFor();
    await page.locator(".pane:not(.stale)").click();
    await page.keyboard.type("typed in the page\n");
    await shows("shell", "typed in the page\ntyped in the page");
    await page.getByRole("button", { name: "New window" }).click();
    await expect.poll(() => page.locator(".window-tabs a").count()).toBe(2);
    await screenshot(page, "hosts-window");
  });

  test("a cut host is dimmed with the time, takes no keys, and is current again by itself", async () => {
    await startAgent(build!, { name: "counter", script: "echo first; exec cat" });
    await startAgent(build!, { name: "waiter", script: asks("Really?") });
    const page = await chromium.open(near);
    const counter = card(page, "build/counter");
    await drawn(counter.locator("canvas"));
    const send = card(page, "build/waiter").getByRole("button", { name: "Send" });
    await send.waitFor();
    await shut("build");
    await counter.getByText(/unreachable since \d/).waitFor();
    await page.getByText("mullion host doctor build").waitFor();
    expect(await counter.getAttribute("class")).toContain("old");
    expect(await card(page, "local").getAttribute("class")).not.toContain("old");
    expect(await send.isDisabled()).toBe(true);
    await screenshot(page, "hosts-cut");
    await build!.run("send", "counter", "second\r");
    open("build");
    await counter.getByText("second").first().waitFor();
    await counter.getByText(/unreachable since/).waitFor({ state: "detached" });
    expect(await counter.getAttribute("class")).not.toContain("old");
  });

  test("a terminal of a cut host says that it is old, and continues at the byte it had", async () => {
    const page = await chromium.open(near);
    await card(page, "build/counter").locator(".open").click();
    await page.locator(".pane:not(.stale) .xterm").waitFor();
    await shut("build");
    await page.getByText("Not connected: this is how the screen was.").waitFor();
    await page.keyboard.type("lost\n");
    await build!.run("send", "counter", "third\r");
    open("build");
    await page.locator(".pane:not(.stale)").waitFor();
    await page.locator(".pane:not(.stale)").click();
    await page.keyboard.type("fourth\n");
    await shows("counter", "third\nthird\nfourth\nfourth");
    expect(await outputOf(build!.run("capture", "counter"))).not.toContain("lost");
  });

  test("a host whose answers are no page's is named, and nothing of it is shown", async () => {
    const script = fileURLToPath(new URL("../hosts/hostile-host.mjs", import.meta.url));
    const words = `${process.execPath} ${script} http-html`;
    await outputOf(near.run("host", "add", "evil", "--force", "--command", words));
    const page = await chromium.open(near);
    await page.getByText("host evil serves no page").waitFor();
    await card(page, "build/counter").waitFor();
    await outputOf(near.run("host", "rm", "evil"));
    await page.getByText("host evil serves no page").waitFor({ state: "detached" });
  });

  test("a host that is cut off since yesterday is named with the date", async () => {
    await startAgent(build!, { name: "yesterday", script: "exec cat" });
    const page = await chromium.open(near);
    const shown = card(page, "build/yesterday");
    await shown.waitFor();
    await shut("build");
    await shown.getByText(/unreachable since \d/).waitFor();
    const today = await page.evaluate(() => new Date().toLocaleDateString());
    expect(await shown.textContent()).not.toContain(today);
    await page.clock.setSystemTime(Date.now() + 24 * 60 * 60_000);
    await page.getByText(`build is unreachable since ${today} `).waitFor();
    await shown.getByText(`unreachable since ${today} `).waitFor();
    await screenshot(page, "hosts-cut-yesterday");
    await page.setViewportSize(NARROW);
    await screenshot(page, "hosts-cut-yesterday-phone");
    open("build");
    await shown.getByText(/unreachable since/).waitFor({ state: "detached" });
  });

  test("on a phone the hosts are in the same list", async () => {
    const page = await chromium.open(near, { size: NARROW, scheme: "light" });
    await card(page, "build/counter").waitFor();
    await card(page, "local").waitFor();
    await screenshot(page, "hosts-phone");
    await shut("build");
    await card(page, "build/counter")
      .getByText(/unreachable since \d/)
      .waitFor();
    await screenshot(page, "hosts-phone-cut");
    open("build");
  });

  test("a host whose daemon was ended is named, stays down, and is shown again with its next daemon", async () => {
    const page = await chromium.open(near);
    await card(page, "build/counter").waitFor();
    const terminal = await chromium.open(near);
    await card(terminal, "build/counter").locator(".open").click();
    await terminal.locator(".pane:not(.stale) .xterm").waitFor();
    await outputOf(build!.run("down", "--force"));
    await page.getByText("the daemon was ended").waitFor();
    await card(page, "build/counter").waitFor({ state: "detached" });
    await screenshot(page, "hosts-ended");
    // A page opens all of its sockets again when its machine wakes up. A link and a page would try again during these calls.
    for (const each of [page, terminal]) await each.evaluate(() => dispatchEvent(new Event("online")));
    for (let asked = 0; asked < 10; asked++) {
      await outputOf(near.run("agents"));
      expect(build!.pid()).toBeUndefined();
    }
    await outputOf(near.run("run", "--on", "build", "-n", "next", "--", "cat"));
    await card(page, "build/next").waitFor();
    await page.getByText("the daemon was ended").waitFor({ state: "detached" });
  });
});

/** A miniature that shows something: a picture of the host has arrived. */
async function drawn(canvas: ReturnType<typeof card>): Promise<void> {
  await expect
    .poll(
      () =>
        canvas.evaluate((element) => {
          const { width, height } = element as HTMLCanvasElement;
          const context = (element as HTMLCanvasElement).getContext("2d");
          return new Set(context?.getImageData(0, 0, width, height).data).size;
        }),
      { timeout: 10_000 },
    )
    .toBeGreaterThan(4);
}
