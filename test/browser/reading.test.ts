import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, card, NARROW, screenshot } from "./browser.ts";
import { asks, startAgent } from "./team.ts";
import { pane, showWindow, startWindow, textOf, waitForText } from "./terminals.ts";

const SENTENCE =
  "I read the retry logic twice, found one race in the queue, and wrote a test that fails without the fix.";
/** As agents break their prose, at the width of the terminal. */
const PROSE = [
  "● The back-off doubles without a limit, so that a queue which was down for an",
  "hour is asked again only after another hour.",
] as const;
/** What an agent shows in 80 columns: a question, prose, a rule, a frame with the cursor in it. */
const AGENT = String.raw`
printf '\033[35m> \033[0mReview the retry logic\n\n'
printf '\033[32m●\033[0m ${SENTENCE}\n'
printf '${PROSE[0]}\n  ${PROSE[1]}\n'
printf '\033[32m●\033[0m \033[1mUpdate\033[0m(src/queue/retry.ts)\n  \033[90m└  Updated with \033[32m14 additions\033[90m and \033[31m6 removals\033[0m\n'
printf '  See https://example.com/pulls/42?tab=files#discussion-1234567890-and-more-of-it.\n\n'
line() { printf '%s' "$1"; i=0; while [ $i -lt 78 ]; do printf '─'; i=$((i+1)); done; printf '%s' "$2"; }
line ╭ ╮; echo; printf '│ > %-75s│\n' 'Try "fix the tests"'; line ╰ ╯
printf '\033[1A\033[5G'`;

describe.runIf(need("chromium"))("a pane on a phone", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  async function open(name: string, script: string, scheme: "dark" | "light" = "dark") {
    const window = await startWindow(daemon, name, `sh -c '${script.replaceAll("'", `'\\''`)}'`, {
      cols: 80,
      rows: 24,
    });
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon, { size: NARROW, scheme });
    await showWindow(page, window);
    return { page, id, window, text: pane(page, id).locator(".reading") };
  }

  test.each(["dark", "light"] as const)(
    "is text of a size that can be read, in its colours, and wraps at the page's edge (%s)",
    async (scheme) => {
      const { page, id, text } = await open(`agent-${scheme}`, `${AGENT}; exec cat`, scheme);
      await text.getByText(SENTENCE).waitFor();
      const look = await text.evaluate((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        const heights = [...element.children].map((line) => line.getBoundingClientRect().height);
        const colour = [...element.querySelectorAll("span")].find((run) =>
          /14 add/.test(run.textContent ?? ""),
        );
        return {
          fontPx: Number.parseFloat(fontSize),
          linePx: Number.parseFloat(lineHeight),
          overflow: element.scrollWidth - element.clientWidth,
          heights,
          colour: colour && getComputedStyle(colour).color,
        };
      });
      expect(look.fontPx).toBeGreaterThanOrEqual(15);
      expect(look.overflow).toBe(0);
      expect(look.colour).toMatch(/^rgb/);
      expect(look.colour).not.toBe(await text.evaluate((element) => getComputedStyle(element).color));
      // The sentence wraps; each line of the frame is one line.
      expect(Math.max(...look.heights)).toBeGreaterThan(look.linePx * 1.5);
      for (const height of look.heights.slice(-3)) expect(height).toBeLessThan(look.linePx * 1.5);
      const lines = await text.locator("> div").allTextContents();
      expect(lines).toContain(PROSE.join(" "));
      expect(lines.slice(-3).map((line) => [line.at(0), line.at(-1)])).toEqual([
        ["╭", "╮"],
        ["│", "│"],
        ["╰", "╯"],
      ]);
      expect(await text.getByRole("link").getAttribute("href")).toBe(
        "https://example.com/pulls/42?tab=files#discussion-1234567890-and-more-of-it",
      );
      await screenshot(page, `reading-390-${scheme}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(await textOf(page, id)).toContain(SENTENCE);
    },
  );

  test("follows what is printed, and stays where a person reads", async () => {
    const { id, text } = await open(
      "follows",
      "seq -f 'line %g' 1 1000; while read -r n; do seq -f 'more %g' 1 $n; done",
    );
    await text.getByText("line 1000", { exact: true }).waitFor();
    const isAtEnd = () =>
      text.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 2);
    await expect.poll(isAtEnd).toBe(true);
    await daemon.tmux("send-keys", "-t", id, "100", "Enter");
    await text.getByText("more 100", { exact: true }).waitFor();
    await expect.poll(isAtEnd).toBe(true);
    await text
      .getByText("line 900", { exact: true })
      .evaluate((line) => line.scrollIntoView({ block: "start" }));
    const placeOf900 = async () => (await text.getByText("line 900", { exact: true }).boundingBox())?.y;
    const place = await placeOf900();
    await daemon.tmux("send-keys", "-t", id, "200", "Enter");
    await text.getByText("more 200", { exact: true }).waitFor({ state: "attached" });
    expect(await placeOf900()).toBe(place);
    expect(await isAtEnd()).toBe(false);
    // Older lines come as a person scrolls to the first.
    await waitFor(async () => {
      await text.evaluate((element) => element.scrollTo(0, 0));
      return (await text.getByText("line 1", { exact: true }).count()) > 0;
    }, "the first line");
    const lines = (await text.locator("> div").allTextContents()).filter((line) => line.startsWith("line "));
    expect(lines).toEqual(Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`));
  });

  test("takes keys after a tap, and shows what a phone's keyboard composes", async () => {
    const { page, text } = await open("typed", "exec cat");
    await text.tap();
    await page.keyboard.type("hello ");
    await text.getByText("hello").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Input.imeSetComposition", { text: "wor", selectionStart: 3, selectionEnd: 3 });
    await text.getByText("hello wor").waitFor();
    await session.send("Input.insertText", { text: "world" });
    await text.getByText("hello world").waitFor();
    await expect.poll(async () => (await text.textContent())?.match(/wor/g)?.length).toBe(1);
  });

  test("is the exact screen where a person wants it, and where a program draws on all of it", async () => {
    const script = 'echo plain; while read -r mode; do printf "\\033[?1049$mode"; echo now; done';
    const { page, id, window, text } = await open("exact", script);
    const button = pane(page, id).getByRole("button", { name: "Text that fits the page" });
    await text.getByText("plain").waitFor();
    await button.click();
    await text.waitFor({ state: "detached" });
    await screenshot(page, "reading-off-390-dark");
    await page.reload();
    await showWindow(page, window);
    await waitForText(page, id, "plain");
    expect(await text.count()).toBe(0);
    await button.click();
    await text.waitFor();
    await send(id, "h");
    await text.waitFor({ state: "detached" });
    await send(id, "l");
    await text.waitFor();
  });

  const send = (id: string, mode: string) => daemon.tmux("send-keys", "-t", id, mode, "Enter");

  test("is larger or smaller as a person chooses", async () => {
    const { page, id, text } = await open("size", "echo text; exec cat");
    await text.getByText("text").waitFor();
    for (let step = 0; step < 3; step++) await choose(page, "Larger text");
    await expect.poll(() => text.evaluate((element) => getComputedStyle(element).fontSize)).toBe("18px");
    expect(await textOf(page, id)).toBe("text");
  });

  test("has an agent's question at hand, with its answers", async () => {
    await startAgent(daemon, { name: "asker", script: asks("Shall I merge it? [y/n]") });
    const page = await chromium.open(daemon, { size: NARROW });
    await card(page, "asker").getByRole("link").first().click();
    await page.locator(".asking").getByText("Shall I merge it?").waitFor();
    await screenshot(page, "reading-asks-390-dark");
    await page.locator(".asking").getByRole("button", { name: "Answer" }).click();
    await page.getByRole("dialog", { name: "Answer asker" }).getByRole("button", { name: "Yes" }).click();
    await page.locator(".reading").getByText("answered <y>").waitFor();
    await page.locator(".asking").waitFor({ state: "detached" });
  });
});

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: "Window", exact: true }).click();
  await page.getByRole("menuitem", { name: label }).click();
}
