import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScreen, decodeScreen } from "../core/screen/emulator.ts";
import type { ScreenListener } from "../core/screen/screen.ts";
import { FairSlices } from "./fair-slices.ts";
import { HeldScreen } from "./held-screen.ts";
import type { ScreenMaker } from "./holding.ts";
import { Journal } from "./journal.ts";
import { diskFiles } from "./journal-files.ts";
import { recoverJournal } from "./recovered-journal.ts";

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync("/tmp/mhs-"), "pane");
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true, force: true }));

const emulator: ScreenMaker = { create: createScreen, decode: decodeScreen };

/** A screen during one daemon's life: its output, its replies, its notifications. */
function live(
  options: { maker?: ScreenMaker; listener?: ScreenListener; cols?: number; rows?: number } = {},
) {
  const recovered = recoverJournal(diskFiles, directory);
  const replies: string[] = [];
  const shown: Promise<void>[] = [];
  const journal = new Journal({
    directory,
    recovered,
    onAccepted: () => {},
    encodeScreen: () => screen.encode(),
  });
  if (!recovered) journal.append({ kind: "holder", key: 1n });
  const { maker = emulator, listener = {}, cols = 20, rows = 5 } = options;
  const screen: HeldScreen = new HeldScreen({
    maker,
    journal,
    recovered,
    slices: new FairSlices(),
    options: { cols, rows, historyLimit: 100, listener },
    owner: {
      reply: (bytes, number) => replies.push(`${number}:${Buffer.from(bytes)}`),
      colour: () => undefined,
      onParsed: () => {},
    },
    request: { noteSettling: () => {}, noteShowing: (write) => shown.push(write()) },
  });
  let { offset } = journal.position;
  const print = (text: string) => {
    const bytes = Buffer.from(text);
    journal.append({ kind: "output", offset, bytes });
    screen.receive(offset, bytes);
    offset += bytes.length;
  };
  const all = () => screen.capture({ start: -1000, end: 1000, escapes: true });
  return { screen, journal, replies, print, all, shown };
}

test("what somebody was shown is what the next daemon shows at once", async () => {
  const { print, all, shown } = live();
  print("seen");
  expect(all()).toContain("seen");
  await Promise.all(shown);
  expect(live().all()).toContain("seen");
  expect(shown.length).toBe(1);
  all();
  expect(shown.length).toBe(1);
});

test("whoever looks sees everything that was received", () => {
  const { print, all } = live();
  for (let i = 0; i < 200; i++) print(`${"x".repeat(500)}\r\n`);
  print("last");
  expect(all()).toContain("last");
});

test("the next daemon has the same screen, whatever was done to it in between", async () => {
  const first = live();
  first.print("\x1b[31mred\r\n1\r\n2\r\n3\r\n4\r\n5\r\n");
  first.screen.resize(30, 6);
  first.print("\x1b[0mwide enough for thirty cols\r\n");
  first.screen.write(Buffer.from("written by ourselves\r\n"));
  first.print("\x1b[?1049halternate");
  const before = first.all();
  await first.journal.close();

  const second = live({ cols: 30, rows: 6 });
  expect(second.all()).toBe(before);
  expect(second.screen.modes.alternate).toBe(true);
  second.journal.rotate();
  second.print("\x1b[?1049l and on");
  const later = second.all();
  await second.journal.close();
  const third = live({ cols: 30, rows: 6 });
  expect(third.all()).toBe(later);
});

test("notifications and replies are not repeated after a restart; missing ones are sent", async () => {
  const titles: string[] = [];
  const first = live({ listener: { title: (text) => titles.push(text) } });
  first.print("\x1b]2;one\x07\x1b[c");
  first.screen.settle();
  expect({ titles, replies: first.replies.length }).toEqual({ titles: ["one"], replies: 1 });
  // Recorded, but this daemon dies before it is parsed.
  const unparsed = Buffer.from("\x1b]2;two\x07\x1b[c");
  first.journal.append({ kind: "output", offset: first.journal.position.offset, bytes: unparsed });
  await first.journal.close();

  titles.length = 0;
  const second = live({ listener: { title: (text) => titles.push(text) } });
  second.screen.settle();
  expect(titles).toEqual(["two"]);
  expect(second.replies).toHaveLength(1);
  expect(second.replies[0]).toMatch(/^2:/);
  await second.journal.close();
});

test("a string that nobody ends is given up after five seconds, and so it is in the next daemon's eyes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = live();
  first.print("one\x1b]2;lost");
  first.screen.settle();
  vi.advanceTimersByTime(4000);
  first.print("\x07\x1b]2;another");
  first.screen.settle();
  vi.advanceTimersByTime(4000);
  expect(first.screen.openString).toBe(2);
  vi.advanceTimersByTime(1000);
  first.print(" two\x1b]2;left open");
  const before = first.all();
  expect(before).toMatch(/^one two\n/);
  await first.journal.close();

  const second = live();
  expect(second.all()).toBe(before);
  expect(Buffer.from(second.screen.unfinished).toString()).toBe("\x1b]2;left open");
  vi.advanceTimersByTime(5000);
  second.print(" three");
  expect(second.all()).toMatch(/^one two three\n/);
  vi.useRealTimers();
  await second.journal.close();
});

test("an emulator or a listener that fails costs no output", async () => {
  const thrown = vi.fn();
  process.on("uncaughtException", thrown);
  const maker: ScreenMaker = {
    ...emulator,
    create(options) {
      const screen = createScreen(options);
      const write = screen.write.bind(screen);
      screen.write = (bytes) => {
        if (Buffer.from(bytes).includes("poison")) throw new Error("a bug of the emulator");
        write(bytes);
      };
      return screen;
    },
  };
  const listener = {
    title() {
      throw new Error("a bug of a listener");
    },
  };
  const { screen, print, all } = live({ maker, listener });
  print("before\r\n");
  screen.settle();
  print("poison");
  screen.settle();
  print("\x1b]2;title\x07after");
  expect(all()).toContain("after");
  await expect
    .poll(() => thrown.mock.calls.map(([error]) => (error as Error).message))
    .toEqual(["a bug of the emulator", "a bug of a listener"]);
  process.off("uncaughtException", thrown);
});
