import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScreen, decodeScreen } from "../core/screen/emulator.ts";
import type { Screen, ScreenListener } from "../core/screen/screen.ts";
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
  options: {
    maker?: ScreenMaker;
    listener?: ScreenListener;
    cols?: number;
    rows?: number;
    title?: string;
  } = {},
) {
  const recovered = recoverJournal(diskFiles, directory);
  const replies: string[] = [];
  const shown: Promise<void>[] = [];
  /** Number of times that output was parsed, and of changes that the running request waits for. */
  const counts = { parsed: 0, settling: 0 };
  const journal = new Journal({
    directory,
    recovered,
    onAccepted: () => {},
    encodeScreen: () => screen.encode(),
  });
  if (!recovered) journal.append({ kind: "holder", key: 1n });
  const { maker = emulator, ...screenOptions } = options;
  const screen: HeldScreen = new HeldScreen({
    maker,
    journal,
    recovered,
    slices: new FairSlices(),
    options: { cols: 20, rows: 5, historyLimit: 100, listener: {}, ...screenOptions },
    owner: {
      reply: (bytes, number) => replies.push(`${number}:${Buffer.from(bytes)}`),
      colour: () => undefined,
      onParsed: () => {
        counts.parsed += 1;
      },
    },
    request: {
      noteSettling: () => {
        counts.settling += 1;
      },
      noteShowing: (write) => shown.push(write()),
    },
  });
  let { offset } = journal.position;
  const print = (text: string) => {
    const bytes = Buffer.from(text);
    journal.append({ kind: "output", offset, bytes });
    screen.receive(offset, bytes);
    offset += bytes.length;
  };
  const all = () => screen.capture({ start: -1000, end: 1000, escapes: true });
  return { screen, journal, replies, print, all, shown, counts };
}

/** More than is parsed outside a turn: filler that takes no room on the screen. */
const LONG = "\x1b[0m".repeat(5_000);
const isSnapshot = (name: string) => name.endsWith(".snapshot");
const turn = () => new Promise((resolve) => setImmediate(resolve));

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

const CONTENT = "\x1b]2;a title\x07one\r\n\x1b[1;31mtwo\x1b[2;4r\x1b[3g\x1b[?1049h\x1b[4;3Hend\x1b[";
type Reading = (screen: Screen) => unknown;
const readings: readonly (readonly [string, Reading])[] = [
  ["cols", (screen) => screen.cols],
  ["rows", (screen) => screen.rows],
  ["historyLimit", (screen) => screen.historyLimit],
  ["cursor", (screen) => screen.cursor],
  ["modes", (screen) => screen.modes],
  ["scrollRegion", (screen) => screen.scrollRegion],
  ["tabs", (screen) => screen.tabs],
  ["pen", (screen) => screen.pen],
  ["midSequence", (screen) => screen.midSequence],
  ["ordinary", (screen) => screen.ordinary],
  ["alternateSaved", (screen) => screen.alternateSaved],
  ["covered", (screen) => screen.covered],
  ["historySize", (screen) => screen.historySize],
  ["historyBytes", (screen) => screen.historyBytes],
  ["openString", (screen) => screen.openString],
  ["unfinished", (screen) => Buffer.from(screen.unfinished).toString()],
  ["capture", (screen) => screen.capture({ start: 0, end: 4, escapes: true })],
  ["lineText", (screen) => screen.lineText(0)],
  ["runs", (screen) => screen.runs(1)],
  ["wrapped", (screen) => screen.wrapped(0)],
  ["lineRevision", (screen) => screen.lineRevision(0) > 0],
  ["title", (screen) => screen.title],
  [
    "snapshot",
    (screen) => {
      const snapshot = screen.snapshot({ trim: true });
      const { historySize, cursor, rows } = snapshot;
      return [historySize, cursor, rows, snapshot.text(historySize)];
    },
  ],
];

/** The emulator's own screen after the same output. */
function plain(text: string): Screen {
  const screen = createScreen({ cols: 20, rows: 5, historyLimit: 100 });
  screen.write(Buffer.from(text));
  return screen;
}

test.each(readings)("%s shows what was received a moment ago", async (_, read) => {
  const { screen, print, journal } = live();
  print(LONG + CONTENT);
  expect(screen.waitingBytes).toBeGreaterThan(0);
  expect(read(screen)).toEqual(read(plain(LONG + CONTENT)));
  await journal.close();
  expect(read(live().screen)).toEqual(read(plain(LONG + CONTENT)));
});

const HISTORY = "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\x1b[4;1H";
const changes: readonly (readonly [string, (screen: Screen) => void])[] = [
  ["a text of our own", (screen) => screen.write(Buffer.from("ours"))],
  ["clearHistory", (screen) => screen.clearHistory()],
  ["dropBelowCursor", (screen) => screen.dropBelowCursor()],
  ["reset", (screen) => screen.reset()],
  ["reinitialize", (screen) => screen.reinitialize()],
  ["abandonString", (screen) => screen.abandonString()],
  ["setAllowAlternate", (screen) => screen.setAllowAlternate(false)],
  [
    "historyLimit",
    (screen) => {
      screen.historyLimit = 1;
    },
  ],
];

test.each(changes)("%s is waited for, and is there in the next daemon", async (_, change) => {
  const begin = `\x1b[1;31m\x1b[2;4r${HISTORY}\x1b]2;open`;
  const then = "x\x1b[?1049h\r\n8\r\n9";
  const expected = plain(begin);
  change(expected);
  const first = live();
  first.print(begin);
  change(first.screen);
  const state = (screen: Screen) => readings.map(([name, read]) => [name, read(screen)]);
  expect(state(first.screen)).toEqual(state(expected));
  expect(first.counts.settling).toBe(1);
  first.print(then);
  expected.write(Buffer.from(then));
  expect(state(first.screen)).toEqual(state(expected));
  await first.journal.close();
  expect(state(live().screen)).toEqual(state(expected));
});

test("sizes and titles are on record elsewhere: no request waits for them", async () => {
  const first = live({ title: "at first" });
  first.print("text");
  await first.journal.flushed();
  expect(live().screen.title).toBe("at first");
  first.screen.resize(20, 5);
  first.screen.historyLimit = 100;
  const unchanged = first.journal.writing;
  first.screen.resize(30, 5);
  expect([first.screen.cols, first.screen.rows]).toEqual([30, 5]);
  first.screen.resize(30, 6);
  expect([first.screen.cols, first.screen.rows]).toEqual([30, 6]);
  first.screen.title = "later";
  expect([unchanged, first.counts.settling]).toEqual([false, 0]);
  await first.journal.close();
  expect(live({ cols: 30, rows: 6 }).screen.title).toBe("later");
});

test.each([
  [30, 5],
  [20, 6],
])("a screen that was resized to %ix%i while no daemon ran has that size", async (cols, rows) => {
  const first = live();
  first.print("text");
  await first.journal.close();
  const { screen, all } = live({ cols, rows });
  expect([screen.cols, screen.rows, screen.revision]).toEqual([cols, rows, 0]);
  expect(all()).toMatch(/^text\n/);
  const { cursor } = screen;
  expect([screen.cols, screen.rows, cursor.x]).toEqual([cols, rows, 4]);
  expect(screen.revision).toBeGreaterThan(0);
});

test("a little output is parsed at once, more of it in turns", async () => {
  const { screen, print, counts } = live();
  print("echo");
  expect([counts.parsed, screen.waitingBytes]).toEqual([1, 0]);
  print(LONG);
  print("x");
  expect([counts.parsed, screen.waitingBytes]).toEqual([1, LONG.length + 1]);
  while (screen.waitingBytes > 0) await turn();
  expect(counts.parsed).toBeGreaterThan(2);
  const before = counts.parsed;
  expect(screen.lineText(0)).toBe("echox");
  expect(counts.parsed).toBe(before);
});

test("output is parsed in pieces of any size, and notified once", async () => {
  const titles: string[] = [];
  const listener = { title: (text: string) => titles.push(text) };
  const first = live({ listener });
  first.print(`a\x1b]2;one\x07${LONG}`);
  first.print("b\x1b]2;two\x07c");
  expect(first.screen.slice(10)).toBe(true);
  expect([titles, first.screen.waitingBytes]).toEqual([["one"], LONG.length + 10 - 10 + 9]);
  expect(first.screen.slice(LONG.length + 1)).toBe(true);
  expect(first.screen.waitingBytes).toBe(9 - 1);
  await first.journal.close();
  const second = live({ listener });
  expect(second.all()).toMatch(/^abc\n/);
  expect(titles).toEqual(["one", "two"]);
  expect(first.screen.slice(9)).toBe(false);
  expect(first.all()).toBe(second.all());
});

test("a previous daemon's screen is rebuilt in slices, and output that arrives meanwhile follows it", async () => {
  const first = live();
  for (const text of ["one ", "two ", "three "]) {
    first.print(text);
    first.screen.settle();
    await first.journal.flushed();
  }
  await first.journal.close();
  const second = live();
  second.print("four");
  expect([second.screen.slice(1), second.screen.revision]).toEqual([true, 0]);
  let slices = 1;
  while (second.screen.revision === 0 && slices < 100) {
    expect(second.screen.slice(1)).toBe(true); // The new output waits.
    slices += 1;
  }
  expect(slices).toBeGreaterThan(4);
  expect(second.screen.slice(4)).toBe(false);
  expect(second.screen.lineText(0)).toBe("one two three four");
  await second.journal.close();
  const third = live();
  expect(third.screen.slice(1)).toBe(true);
  expect(third.all()).toMatch(/^one two three four\n/);
  expect(third.screen.slice(1)).toBe(false);
});

test("a listener sees the screen as it was at its notification", () => {
  const seen: string[] = [];
  const { screen, print } = live({ listener: { title: () => seen.push(screen.lineText(0)) } });
  print("ab\x1b]2;t\x07cd");
  expect([seen, screen.lineText(0)]).toEqual([["ab"], "abcd"]);
});

test("a later listener replaces the first", () => {
  const titles: string[] = [];
  const { screen, print } = live({ listener: { title: () => titles.push("first") } });
  const listener = { title: (text: string) => titles.push(text) };
  screen.listener = listener;
  expect(screen.listener).toBe(listener);
  print("\x1b]2;second\x07");
  expect(titles).toEqual(["second"]);
});

test("each process of a pane has its own number of replies, in every daemon", async () => {
  const titles: string[] = [];
  const listener = { title: (text: string) => titles.push(text) };
  const first = live({ listener });
  first.print("\x1b]2;old\x07\x1b[c\x1b[c");
  await first.journal.close();

  const second = live({ listener });
  second.print("\x1b[c");
  second.screen.settle();
  expect(second.replies.map((reply) => reply.split(":")[0])).toEqual(["3"]);
  second.screen.holderChanged();
  second.journal.append({ kind: "holder", key: 2n });
  const bytes = Buffer.from("\x1b[c");
  second.journal.append({ kind: "output", offset: 0, bytes });
  second.screen.receive(0, bytes);
  second.screen.settle();
  expect(second.replies.map((reply) => reply.split(":")[0])).toEqual(["3", "1"]);
  await second.journal.close();

  const third = live({ listener });
  third.journal.append({ kind: "holder", key: 3n });
  third.journal.append({ kind: "output", offset: 0, bytes });
  third.screen.receive(0, bytes);
  third.screen.settle();
  expect(third.replies.map((reply) => reply.split(":")[0])).toEqual(["1"]);
  expect(titles).toEqual(["old"]);
  third.print("\x1b]2;new\x07");
  third.screen.settle();
  expect(titles).toEqual(["old", "new"]);
  await third.journal.close();
});

test("a string that goes on without an end is given up five seconds after its start", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { screen, print, journal } = live();
  print("\x1b]2;begun");
  vi.advanceTimersByTime(3_000);
  print(" and continued");
  screen.settle();
  vi.advanceTimersByTime(2_000);
  expect(screen.openString).toBeUndefined();
  vi.useRealTimers();
  await journal.close();
});

test("a disposed screen parses nothing more", async () => {
  const { screen, print, counts } = live();
  print(LONG);
  screen.dispose();
  await turn();
  expect([counts.parsed, screen.waitingBytes]).toEqual([0, 0]);
});

test("a pane that comes to rest after 64 KB of output gets a snapshot, and a busy one after 1 MB", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const snapshots = () => (existsSync(directory) ? readdirSync(directory) : []).filter(isSnapshot).length;
  const { screen, print, journal } = live();
  const printAll = async (bytes: number) => {
    for (let printed = 0; printed < bytes; printed += LONG.length) print(LONG);
    while (screen.waitingBytes > 0) await turn();
    await journal.flushed();
  };
  await printAll(100 * 1024);
  vi.advanceTimersByTime(1_900);
  await printAll(1);
  vi.advanceTimersByTime(1_900);
  await journal.flushed();
  expect(snapshots()).toBe(0);
  vi.advanceTimersByTime(2_100);
  await journal.flushed();
  expect(snapshots()).toBe(1);
  print("a little more");
  vi.advanceTimersByTime(10_000);
  await journal.flushed();
  expect(readdirSync(directory).filter(isSnapshot)).toEqual(["1.snapshot"]);
  await printAll(1200 * 1024);
  expect(readdirSync(directory).filter(isSnapshot)).toEqual(["2.snapshot"]);
  screen.dispose();
  vi.useRealTimers();
  await journal.close();
});
