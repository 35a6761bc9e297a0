import { afterEach, describe, expect, test, vi } from "vitest";
import { Events } from "../../../core/events.ts";
import { createScreen } from "../../../core/screen/emulator.ts";
import type { OutputStretch, PaneOutput } from "../../../panes/host.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import { type FeedItem, type FeedOptions, MAX_PENDING_BYTES, PaneFeed } from "./pane-feed.ts";

const foreground = () => ({ pgrp: 7, command: "cat", cwd: "/" });

/** A pane that prints what the test passes to it. */
class Printer {
  readonly events = new Events();
  state = "working";
  readonly pane = {
    id: "%1",
    cols: 20,
    rows: 4,
    process: { pid: 7, foreground } as { pid: number; foreground: typeof foreground } | undefined,
    window: { server: { agents: { of: () => ({ state: this.state }) } } },
    exit: undefined as { pid?: number } | undefined,
    screen: this.#newScreen(),
  };
  /** False: the pane has no process, and so no output. */
  hasOutput = true;
  end = 0;
  /** Content of the journal. */
  recorded: OutputStretch[] = [];
  readonly #taps = new Set<(stretch: OutputStretch) => void>();

  get terminal(): HttpTerminal {
    const outputOf = () => (this.hasOutput ? this.#output() : undefined);
    const server = { key: "k", mux: { server: { events: this.events } }, outputOf };
    return { id: "id", server, pane: this.pane } as unknown as HttpTerminal;
  }

  print(text: string, encoding: BufferEncoding = "utf8"): void {
    const bytes = Buffer.from(text, encoding);
    const stretch = { offset: this.end, bytes };
    this.end += bytes.length;
    this.recorded.push(stretch);
    for (const tap of this.#taps) tap(stretch);
    this.pane.screen.write(bytes);
  }

  respawn(): void {
    this.end = 0;
    this.recorded = [];
    this.pane.process = { pid: 8, foreground };
    this.pane.screen = this.#newScreen();
    this.events.emit("pane-respawned", { pane: "%1" });
  }

  exit(pane: "%1" | "%2" = "%1"): void {
    this.events.emit("pane-exited", { pane, window: "@1", exit: { signal: 9 }, kept: true });
  }

  resize(size: { cols: number } | { rows: number }): void {
    Object.assign(this.pane, size);
    this.events.emit("window-layout-changed", { window: "@1", name: "" });
  }

  close(): void {
    this.events.emit("pane-closed", { pane: "%1", window: "@1" });
  }

  #output(): PaneOutput {
    const printer = this;
    return {
      get end() {
        return printer.end;
      },
      tap: (onOutput) => {
        this.#taps.add(onOutput);
        return () => this.#taps.delete(onOutput);
      },
      async *recorded(from) {
        for (const { offset, bytes } of printer.recorded) {
          if (offset + bytes.length <= from) continue;
          const skip = Math.max(0, from - offset);
          yield { offset: offset + skip, bytes: bytes.subarray(skip) };
        }
      },
    };
  }

  #newScreen() {
    return createScreen({ cols: 20, rows: 4, historyLimit: 10 });
  }
}

const feeds: PaneFeed[] = [];
afterEach(() => {
  for (const feed of feeds.splice(0)) feed.close();
});

function open(
  printer: Printer,
  options: Pick<Partial<FeedOptions>, "resume" | "onReady" | "skipsLate"> = {},
): PaneFeed {
  const feed = new PaneFeed({ terminal: printer.terminal, history: 10, onReady() {}, ...options });
  feeds.push(feed);
  return feed;
}

function takeAll(feed: PaneFeed): FeedItem[] {
  const items: FeedItem[] = [];
  for (let item = feed.take(1000); item; item = feed.take(1000)) items.push(item);
  return items;
}

const types = (items: readonly FeedItem[]) => items.map(({ type }) => type);
const text = (items: readonly FeedItem[]) =>
  items.map((item) => (item.type === "output" ? String(item.bytes) : "")).join("");

test("sends a snapshot of everything so far, then new output", () => {
  const printer = new Printer();
  printer.print("before");
  const feed = open(printer);
  const [snapshot] = takeAll(feed);
  expect(snapshot).toMatchObject({ type: "snapshot", offset: 6, pid: 7, cols: 20, rows: 4 });
  expect(snapshot).toHaveProperty("screen", expect.stringContaining("before"));
  printer.print("after");
  expect(feed.take(3)).toMatchObject({ type: "output", offset: 6, bytes: Buffer.from("aft") });
  expect(feed.take(3)).toMatchObject({ type: "output", offset: 9, bytes: Buffer.from("er") });
  expect(feed.take(3)).toBeUndefined();
});

test.each([
  ["a control sequence", "\x1b[3", "1mred"],
  ["a character", "\xc3", "\xa9"],
])("no snapshot is taken in the middle of %s", (_what, head, rest) => {
  const printer = new Printer();
  printer.print(head, "latin1");
  const feed = open(printer);
  expect(takeAll(feed)).toEqual([]);
  printer.print(rest, "latin1");
  const [snapshot] = takeAll(feed);
  expect(snapshot).toMatchObject({ type: "snapshot", offset: head.length + rest.length });
});

test("a slow reader is notified of the gap and continues from a new snapshot", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  printer.print("first");
  expect(feed.take(3)).toMatchObject({ type: "output" });
  for (let i = 0; i < 3; i++) printer.print(`${i}`.repeat(MAX_PENDING_BYTES / 2));
  printer.print("\r\nlast");
  const items = takeAll(feed);
  expect(types(items)).toEqual(["gap", "snapshot"]);
  expect(items[0]).toEqual({ type: "gap", from: 3, to: printer.end, reason: "slow-reader" });
  expect(items[1]).toMatchObject({ offset: printer.end, screen: expect.stringContaining("last") });
  printer.print("more");
  expect(text(takeAll(feed))).toBe("more");
});

test.each([
  ["of now", true, ["gap", "snapshot"]],
  ["and its past", false, ["output"]],
])("a reader of the screen %s, seconds behind", (_what, skipsLate, afterMuch) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const printer = new Printer();
    const feed = open(printer, { skipsLate });
    takeAll(feed);
    for (const [kilobytes, expected] of [
      [100, ["output"]],
      [200, afterMuch],
    ] as const) {
      printer.print("x".repeat(kilobytes * 1024));
      vi.advanceTimersByTime(1_900);
      expect(feed.take(1)).toMatchObject({ type: "output" });
      vi.advanceTimersByTime(200);
      const items = takeAll(feed);
      expect([...new Set(types(items))]).toEqual(expected);
    }
  } finally {
    vi.useRealTimers();
  }
});

test("a reader that keeps up never misses anything, and one byte beyond the bound is too much", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  for (let i = 0; i < 3; i++) {
    printer.print("x".repeat(MAX_PENDING_BYTES));
    expect(feed.take(MAX_PENDING_BYTES)).toMatchObject({ type: "output", offset: i * MAX_PENDING_BYTES });
  }
  printer.print("x".repeat(MAX_PENDING_BYTES));
  printer.print("y");
  expect(types(takeAll(feed))).toEqual(["gap", "snapshot"]);
});

test("the end of a process that was replaced is not sent as the end of the new one", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  printer.exit();
  printer.respawn();
  expect(types(takeAll(feed))).toEqual(["respawned", "snapshot", "agent"]);
});

test("a reader can ask for a new snapshot, without a gap", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  printer.print("seen");
  feed.refresh();
  printer.print("too");
  expect(takeAll(feed)).toMatchObject([{ type: "snapshot", offset: 7 }]);
  printer.print("!");
  expect(takeAll(feed)).toMatchObject([{ type: "output", offset: 7 }]);
});

test("another process counts from 0 again", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  printer.print("old");
  printer.respawn();
  printer.print("new");
  const items = takeAll(feed);
  expect(types(items)).toEqual(["respawned", "snapshot", "agent"]);
  expect(items[1]).toMatchObject({ offset: 3, pid: 8, screen: expect.stringContaining("new") });
  printer.print("!");
  expect(takeAll(feed)).toMatchObject([{ type: "output", offset: 3 }]);
});

test("sizes and ends keep their place in the output", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  printer.print("a");
  printer.resize({ cols: 30 });
  printer.print("b");
  printer.resize({ rows: 5 });
  printer.exit("%2");
  printer.exit();
  printer.close();
  expect(takeAll(feed)).toMatchObject([
    { type: "output" },
    { type: "resized", cols: 30, rows: 4 },
    { type: "output" },
    { type: "resized", cols: 30, rows: 5 },
    { type: "exited", exitCode: 137, offset: 2 },
    { type: "closed" },
  ]);
});

test("a size that changes before the snapshot is in the snapshot alone", () => {
  const printer = new Printer();
  const feed = open(printer);
  printer.resize({ cols: 30 });
  expect(takeAll(feed)).toMatchObject([{ type: "snapshot", cols: 30 }, { type: "agent" }]);
});

test.each([
  ["that has ended", { pid: 9 }, 9],
  ["that never started", undefined, 0],
])("a pane with a process %s is a snapshot without output", (_which, exit, pid) => {
  const printer = new Printer();
  Object.assign(printer.pane, { process: undefined, exit });
  printer.hasOutput = false;
  const feed = open(printer);
  expect(feed.take(1)).toMatchObject({ type: "snapshot", offset: 0, pid });
});

test("a snapshot in the middle of a sequence is announced, and taken after a quarter of a second", () => {
  vi.useFakeTimers();
  try {
    const printer = new Printer();
    printer.print("\x1b[3");
    const onReady = vi.fn();
    const feed = open(printer, { onReady });
    vi.advanceTimersByTime(249);
    expect(feed.take(1)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(onReady).not.toHaveBeenCalled();
    vi.advanceTimersByTime(9);
    expect(onReady).toHaveBeenCalledOnce();
    expect(feed.take(1)).toMatchObject({ type: "snapshot" });
  } finally {
    vi.useRealTimers();
  }
});

test("a closed feed announces nothing", () => {
  vi.useFakeTimers();
  try {
    const printer = new Printer();
    printer.print("\x1b[3");
    const onReady = vi.fn();
    const feed = open(printer, { onReady });
    feed.take(1);
    feed.close();
    printer.print("more");
    printer.exit();
    printer.close();
    vi.runAllTimers();
    expect(onReady).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test("the state of the agent follows the snapshot, and each change in its newest form", () => {
  const printer = new Printer();
  const feed = open(printer);
  expect(takeAll(feed).at(-1)).toEqual({ type: "agent", agent: { state: "working", program: "cat" } });
  for (const state of ["idle", "waiting"] as const) {
    printer.state = state;
    printer.events.emit("pane-state-changed", { pane: "%1", state, before: "working" });
  }
  expect(takeAll(feed)).toMatchObject([{ type: "agent", agent: { state: "waiting" } }]);
  printer.events.emit("pane-state-changed", { pane: "%2", state: "idle", before: "working" });
  expect(takeAll(feed)).toEqual([]);
});

test("a reader that is behind is notified when the pane closes", () => {
  const printer = new Printer();
  const feed = open(printer);
  takeAll(feed);
  for (let i = 0; i < 3; i++) printer.print("x".repeat(MAX_PENDING_BYTES / 2));
  printer.close();
  expect(types(takeAll(feed))).toEqual(["gap", "closed"]);
});

describe("resume", () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test("continues at the exact byte, including output that arrives meanwhile", async () => {
    const printer = new Printer();
    printer.print("0123");
    printer.print("4567");
    const feed = open(printer, { resume: { offset: 2, pid: 7 } });
    printer.print("89");
    expect(feed.take(1)).toBeUndefined();
    await settle();
    const items = takeAll(feed);
    expect(text(items)).toBe("23456789");
    expect(items[0]).toMatchObject({ type: "agent" });
    expect(items[1]).toMatchObject({ offset: 2 });
  });

  test("with nothing missed there is nothing to send", async () => {
    const printer = new Printer();
    printer.print("0123");
    const feed = open(printer, { resume: { offset: 4, pid: undefined } });
    await settle();
    expect(types(takeAll(feed))).toEqual(["agent"]);
    printer.print("4");
    expect(text(takeAll(feed))).toBe("4");
  });

  test.each([
    ["the journal has it no more", (printer: Printer) => void printer.recorded.shift(), 0],
    ["it is of the future", () => {}, 99],
  ])("where %s, a gap and a snapshot", async (_why, spoil, offset) => {
    const printer = new Printer();
    printer.print("0123");
    printer.print("4567");
    spoil(printer);
    const feed = open(printer, { resume: { offset, pid: 7 } });
    await settle();
    const items = takeAll(feed);
    expect(items).toMatchObject([
      { type: "gap", from: offset, reason: "expired" },
      { type: "snapshot", offset: 8 },
      { type: "agent" },
    ]);
  });

  test("takes no byte twice that is also in the journal by now", async () => {
    const printer = new Printer();
    printer.print("0123");
    const feed = open(printer, { resume: { offset: 1, pid: 7 } });
    printer.print("45");
    printer.recorded = [{ offset: 0, bytes: Buffer.from("012345") }];
    await settle();
    expect(text(takeAll(feed))).toBe("12345");
  });

  test("takes no later output of the journal for a part that it lacks", async () => {
    const printer = new Printer();
    for (const part of ["0123", "4567"]) printer.print(part);
    const feed = open(printer, { resume: { offset: 0, pid: 7 } });
    printer.print("89ab");
    printer.recorded.splice(1, 1);
    await settle();
    expect(types(takeAll(feed))).toEqual(["gap", "snapshot", "agent"]);
  });

  test("reads no more than may be pending", async () => {
    const printer = new Printer();
    printer.print("x".repeat(MAX_PENDING_BYTES + 10));
    const beyond = open(printer, { resume: { offset: 9, pid: 7 } });
    const within = open(printer, { resume: { offset: 10, pid: 7 } });
    await settle();
    expect(types(takeAll(beyond))).toEqual(["gap", "snapshot", "agent"]);
    expect(text([within.take(1)!, within.take(9)!])).toBe("x".repeat(9));
  });

  test("counts what it has read as pending", async () => {
    const printer = new Printer();
    printer.print("x".repeat(MAX_PENDING_BYTES));
    const full = open(printer, { resume: { offset: 0, pid: 7 } });
    const empty = open(printer, { resume: { offset: MAX_PENDING_BYTES - 1, pid: 7 } });
    await settle();
    printer.print("yz");
    expect(types(takeAll(full))).toEqual(["gap", "snapshot", "agent"]);
    expect(text(takeAll(empty))).toBe("xyz");
  });

  test("is given up where another process starts meanwhile", async () => {
    const printer = new Printer();
    printer.print("0123");
    const feed = open(printer, { resume: { offset: 2, pid: 7 } });
    printer.respawn();
    await settle();
    expect(types(takeAll(feed))).toEqual(["respawned", "snapshot", "agent"]);
  });

  test.each([
    ["exits", (printer: Printer) => printer.exit(), ["gap", "snapshot", "agent", "exited"]],
    ["closes", (printer: Printer) => printer.close(), ["gap", "closed"]],
  ])("that fails while the pane %s reports that too", async (_how, end, expected) => {
    const printer = new Printer();
    printer.print("0123");
    printer.recorded = [];
    const feed = open(printer, { resume: { offset: 2, pid: 7 } });
    end(printer);
    await settle();
    expect(types(takeAll(feed))).toEqual(expected);
  });

  test("on a screen of another size, a snapshot", async () => {
    const printer = new Printer();
    printer.print("0123");
    const feed = open(printer, { resume: { offset: 2, pid: 7, cols: 19, rows: 4 } });
    await settle();
    expect(types(takeAll(feed))).toEqual(["snapshot", "agent"]);
    const same = open(printer, { resume: { offset: 2, pid: 7, cols: 20, rows: 4 } });
    await settle();
    expect(types(takeAll(same))).toEqual(["agent", "output"]);
  });

  test("of another process, a snapshot", async () => {
    const printer = new Printer();
    printer.print("0123");
    const feed = open(printer, { resume: { offset: 2, pid: 6 } });
    await settle();
    expect(types(takeAll(feed))).toEqual(["snapshot", "agent"]);
  });
});
