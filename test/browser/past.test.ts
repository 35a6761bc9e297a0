import { describe, expect, test } from "vitest";
import { PlayTime, readCast } from "../../src/faces/web/past/cast.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { axeFindings } from "./axe.ts";
import { browserForAll, leaveDialog, NARROW, screenshot } from "./browser.ts";
import { pane, showWindow, startWindow, waitForText } from "./terminals.ts";

describe.runIf(need("chromium"))("the past of a pane", () => {
  const daemon = daemonForAll();
  const chromium = browserForAll();

  async function open(name: string, command: string, options?: Parameters<typeof chromium.open>[1]) {
    const window = await startWindow(daemon, name, command);
    const [id = ""] = window.panes;
    const page = await chromium.open(daemon, options);
    await showWindow(page, window);
    for (const word of ["first", "second", "third"]) {
      await daemon.tmux("send-keys", "-t", id, "Enter");
      await waitForText(page, id, word);
    }
    await pane(page, id).getByRole("link", { name: "The past of this pane" }).click();
    await page.getByRole("slider", { name: "Position" }).waitFor();
    const text = () =>
      page.locator(".past-screen").evaluate((element) => {
        const { terminal } = element as unknown as { terminal: import("@xterm/xterm").Terminal };
        const lines = Array.from({ length: terminal.buffer.active.length }, (_, at) =>
          terminal.buffer.active.getLine(at)!.translateToString(true),
        );
        return lines.join("\n").trimEnd();
      });
    return { page, id, text };
  }

  /** Prints the next word for each line that it reads. */
  const THREE =
    "sh -c 'stty -echo; for word in first second third; do read go; echo $word; done; exec cat >/dev/null'";

  /** A moment of the replay between two words of the recording, as the slider counts. */
  async function momentBetween(id: string, earlier: string, later: string): Promise<string> {
    const cast = readCast((await daemon.run("record", "-L", "default", id)).stdout);
    const time = new PlayTime(cast, true);
    const [from = 0, to = 0] = [earlier, later].map((word) =>
      time.of(cast.events.find(({ data }) => data.includes(word))?.at ?? Number.NaN),
    );
    expect(from).toBeLessThan(to);
    return String((from + to) / 2);
  }

  test("begins at its end, and shows any earlier moment", async () => {
    const { page, id, text } = await open("scrub", THREE);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end");
    const slider = page.getByRole("slider", { name: "Position" });
    await slider.fill(await momentBetween(id, "second", "third"));
    await waitFor(async () => (await text()) === "first\nsecond", "the middle");
    await page.keyboard.press("Home");
    await waitFor(async () => !(await text()).includes("second"), "the beginning");
    await page.keyboard.press("End");
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end again");
  });

  // Each mark and its word in one write, so that both have the same time.
  const PROMPTS = THREE.replace(
    "echo $word",
    String.raw`[ $word != third ] || failed="\033]133;D;3\007"; printf "$failed\033]133;A\007%s\n" $word`,
  );

  test("jumps to prompts and errors, and says when they happened", async () => {
    const { page, text } = await open("jumps", PROMPTS);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end");
    for (const [key, shown] of [
      ["Home", "first"],
      ["p", "first\nsecond"],
      ["e", "first\nsecond\nthird"],
      ["Shift+P", "first\nsecond"],
    ] as const) {
      await page.keyboard.press(key);
      await waitFor(async () => (await text()) === shown, `${JSON.stringify(shown)} after ${key}`);
    }
    const happened = Date.parse((await page.locator(".past-controls time").getAttribute("datetime")) ?? "");
    expect(Math.abs(Date.now() - happened)).toBeLessThan(60_000);
    await screenshot(page, "past-marks-1440-dark");
    await page.clock.setSystemTime(Date.now() + 24 * 60 * 60_000);
    await page.keyboard.press("e");
    const date = await page.evaluate((ms) => new Date(ms).toLocaleDateString(), happened);
    await page.locator(".past-controls time", { hasText: date }).waitFor();
  });

  test.each([
    ["button", "Play"],
    ["button", "Next prompt"],
    ["link", "Back to the live pane"],
    ["checkbox", "Skip silence"],
  ] as const)("takes its keys while the %s “%s” has the focus", async (role, name) => {
    const { page, text } = await open("focused", PROMPTS);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end");
    await page.getByRole(role, { name, exact: true }).focus();
    for (const [key, shown] of [
      ["Home", "first"],
      ["p", "first\nsecond"],
      ["End", "first\nsecond\nthird"],
      ["ArrowLeft", "first"],
    ] as const) {
      await page.keyboard.press(key);
      await waitFor(async () => (await text()) === shown, `${JSON.stringify(shown)} after ${key}`);
    }
  });

  test("leaves Space to the button or box that has the focus", async () => {
    const { page, text } = await open("space", PROMPTS);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end");
    const play = page.locator(".past-controls > button");
    const labels = await play.evaluateHandle(watchLabels);
    await page.keyboard.press("Home");
    await waitFor(async () => (await text()) === "first", "the beginning");
    await page.getByRole("button", { name: "Next prompt" }).press("Space");
    await waitFor(async () => (await text()) === "first\nsecond", "the second prompt");
    const skips = page.getByRole("checkbox", { name: "Skip silence" });
    await skips.press("Space");
    expect(await skips.isChecked()).toBe(false);
    expect(await labels.jsonValue()).toEqual([]);
    await play.press("Space");
    await waitFor(async () => (await labels.jsonValue()).length === 2, "the end of the replay");
    expect(await labels.jsonValue()).toEqual(["Pause", "Play"]);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end again");
  });

  test("plays from the beginning at the speed that a person chose", async () => {
    const { page, text } = await open("play", THREE);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end");
    const slider = page.getByRole("slider", { name: "Position" });
    const end = Number(await slider.getAttribute("max"));
    const shown = await slider.evaluateHandle(watchPositions);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor({ state: "detached" });
    const all = await waitFor(async () => {
      const moments = await shown.jsonValue();
      return moments.at(-1)?.position === end ? moments : undefined;
    }, "the end of the replay");
    const positions = all.map(({ position }) => position);
    expect(positions[0]).toBe(0);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const late = all.slice(1).filter(({ position }) => position > end / 4);
    const rates = late.map(({ position, atMs }) => (position * 1000) / (atMs - all[0]!.atMs));
    // A frame may be shown late, which makes its rate smaller.
    expect(Math.max(...rates)).toBeGreaterThan(2.2);
    expect(Math.max(...rates)).toBeLessThan(6);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end again");
  });

  test("can be downloaded as a recording that mullion replays", async () => {
    const { page } = await open("download", THREE);
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download .cast" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.cast$/);
    const { stdout, status } = await daemon.run("replay", await download.path(), "--speed", "1000");
    expect(status).toBe(0);
    expect(stdout).toContain("third");
  });

  test("leaves the keys to a dialog above it", async () => {
    const { page, text } = await open("dialogs", THREE);
    await waitFor(async () => (await text()) === "first\nsecond\nthird", "the end");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const name = page.getByRole("textbox", { name: "For whom" });
    await name.pressSequentially("Pepe - Q");
    expect(await name.inputValue()).toBe("Pepe - Q");
    await leaveDialog(page);
    await page.getByRole("slider", { name: "Position" }).focus();
    await page.keyboard.press("Home");
    await waitFor(async () => !(await text()).includes("second"), "the beginning");
  });

  test.each([
    ["dark", undefined],
    ["light", undefined],
    ["dark", NARROW],
    ["light", NARROW],
  ] as const)("looks right in the %s theme (%j)", async (scheme, size) => {
    const name = `past-${size ? 390 : 1440}-${scheme}`;
    const { page } = await open(name, THREE, { scheme, ...(size && { size }) });
    await screenshot(page, name);
    expect(await axeFindings(page)).toEqual([]);
  });
});

/** Runs in the page: every position that the slider gets from now on, and when. */
function watchPositions(slider: SVGElement | HTMLElement): { position: number; atMs: number }[] {
  const positions: { position: number; atMs: number }[] = [];
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  Object.defineProperty(slider, "value", {
    get: () => own.get!.call(slider),
    set(value) {
      positions.push({ position: Number(value), atMs: performance.now() });
      own.set!.call(slider, value);
    },
  });
  return positions;
}

/** Runs in the page: every label that the button gets from now on. */
function watchLabels(button: SVGElement | HTMLElement): string[] {
  const labels: string[] = [];
  const note = () => labels.push(button.getAttribute("aria-label") ?? "");
  new MutationObserver(note).observe(button, { attributeFilter: ["aria-label"] });
  return labels;
}
