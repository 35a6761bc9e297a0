import { describe, expect, onTestFinished, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { browserForAll, NARROW, screenshot } from "./browser.ts";
import { pane, showWindow, startWindow, waitForText } from "./terminals.ts";

describe.runIf(need("chromium"))("several people in one pane", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  test("see each other by name, and see the same screen in the same size", async () => {
    const window = await startWindow(daemon, "meeting", "sh -c 'tput cols; tput lines; exec cat'");
    const [id = ""] = window.panes;
    const owner = await chromium.open(daemon);
    await showWindow(owner, window);
    await waitForText(owner, id, "100\n30");
    expect(await pane(owner, id).locator(".viewers").count()).toBe(0);

    const { stdout } = await daemon.run("share", "--json", "-L", "default", "--name", "Anna", id);
    const context = await chromium.browser.newContext({ viewport: NARROW, hasTouch: true, isMobile: true });
    onTestFinished(() => context.close());
    const guest = await context.newPage();
    await guest.goto(JSON.parse(stdout).url);
    await waitForText(guest, id, "100\n30");

    const others = (page: typeof owner) => pane(page, id).locator(".viewers").textContent();
    await expect.poll(() => others(owner)).toBe("Anna (Chrome on Linux)");
    await expect.poll(() => others(guest)).toBe("Owner (Chrome on Linux)");
    await screenshot(owner, "presence-1440");
    // A phone has no pointer that hovers: a tap shows the whole list.
    await pane(guest, id).locator(".viewers").tap();
    await pane(guest, id).getByText("Also here: Owner (Chrome on Linux)").waitFor();
    await screenshot(guest, "presence-390");

    // A terminal that attaches is seen too, and its size is everybody's.
    const terminal = await openTerminal(daemon, "tmux attach-session -t meeting", { cols: 70, rows: 21 });
    await expect.poll(() => others(owner)).toMatch(/^Anna \(Chrome on Linux\), terminal \/dev\/pts\/\d+$/);
    for (const page of [owner, guest])
      await waitFor(async () => (await sizeOf(page)) === "70x20", "the size of the terminal");
    terminal.hangUp();
    await context.close();
    await pane(owner, id).locator(".viewers").waitFor({ state: "detached" });
  });

  const sizeOf = (page: Awaited<ReturnType<typeof chromium.open>>) =>
    page.locator(".terminal-place").evaluate((element) => {
      const { cols, rows } = (element as unknown as { terminal: { cols: number; rows: number } }).terminal;
      return `${cols}x${rows}`;
    });
});
