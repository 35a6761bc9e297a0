import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { damages } from "../../test/fixtures/damages.ts";
import { rebuilt, textJournals } from "../../test/fixtures/text-journals.ts";
import { waitFor } from "../../test/fixtures/wait-for.ts";
import { MEMORY_KEEP_BYTES } from "./journal.ts";
import { diskFiles, type JournalFiles } from "./journal-files.ts";
import { type OutputLoss, recoverJournal } from "./recovered-journal.ts";

const journals = textJournals();
const { openJournal } = journals;

test("output is accepted when it is written, in order, and found again", async () => {
  const { journal, accepted, path, print } = openJournal();
  print("one ");
  print("two ");
  expect(accepted).toEqual([]);
  await journal.flushed();
  print("three");
  await journal.flushed();
  expect(accepted).toEqual([8, 13]);
  expect(rebuilt(path)).toEqual({ text: "one two three", offset: 13 });
  await journal.close();
});

test("what was appended before is waited for, however much comes after it", async () => {
  let floods = true;
  const write: JournalFiles["write"] = (fd, parts) => {
    if (floods) print("more ");
    return diskFiles.write(fd, parts);
  };
  const { journal, path, print } = openJournal({ files: { ...diskFiles, write } });
  print("first ");
  await journal.written();
  expect(rebuilt(path).text).toMatch(/^first /);
  floods = false;
  await journal.close();
});

test("the output of a process that was taken over begins where it says, and a gap in it is reported", async () => {
  const { journal, path } = openJournal();
  const output = (offset: number, text: string) =>
    journal.append({ kind: "output", offset, bytes: Buffer.from(text) });
  journal.append({ kind: "holder", key: 7n });
  output(100, "");
  output(100, "then");
  output(104, "more");
  output(120, "lost before");
  await journal.close();
  expect(rebuilt(path)).toEqual({ text: "thenmorelost before", offset: 131 });
  const losses: OutputLoss[] = [];
  recoverJournal(diskFiles, path, (loss) => losses.push(loss));
  expect(losses).toEqual([{ from: 108, to: 120, lines: undefined }]);
});

test("a journal that is damaged at any byte is read without it, and says what is lost", async () => {
  const { journal, path, print } = openJournal();
  for (const line of ["one\n", "two\n", "three\n"]) {
    print(line);
    await journal.flushed();
  }
  await journal.close();
  const tail = join(path, "0.tail");
  const whole = readFileSync(tail);
  for (let at = 0; at < whole.length; at++) {
    for (const [how, bytes] of damages(whole, at)) {
      writeFileSync(tail, bytes);
      const losses: OutputLoss[] = [];
      recoverJournal(diskFiles, path, (loss) => losses.push(loss));
      const { text } = rebuilt(path);
      const lost = { from: text.startsWith("one\n") ? 4 : 0, lines: 1 };
      expect(
        ["one\ntwo\nthree\n", "two\nthree\n", "one\nthree\n", "one\ntwo\n"],
        `${how} at ${at}`,
      ).toContain(text);
      if (text.endsWith("three\n") && text.length < 14) {
        expect(losses, `${how} at ${at}`).toHaveLength(1);
        expect(losses[0]!.from, `${how} at ${at}`).toBe(lost.from);
      }
    }
  }
});

test("a snapshot that is damaged at any byte is not used: what was printed makes the screen again", async () => {
  const { journal, path, print } = openJournal();
  print("before ");
  await journal.flushed();
  journal.rotate();
  await journal.flushed();
  print("after");
  await journal.close();
  const snapshot = join(path, "1.snapshot");
  const whole = readFileSync(snapshot);
  expect(rebuilt(path)).toEqual({ text: "before after", offset: 12 });
  for (let at = 0; at < whole.length; at++)
    for (const [how, bytes] of damages(whole, at)) {
      writeFileSync(snapshot, bytes);
      expect(rebuilt(path), `${how} at ${at}`).toEqual({ text: "before after", offset: 12 });
    }
});

test("a record that was cut off does not count, and a new segment goes on after it", async () => {
  const first = openJournal();
  first.print("kept ");
  await first.journal.flushed();
  first.print("cut off");
  await first.journal.close();
  truncateSync(join(first.path, "0.tail"), 13 + 8 + 5 + 13 + 8 + 3);
  expect(rebuilt(first.path)).toEqual({ text: "kept ", offset: 5 });

  const second = openJournal();
  expect(second.journal.position.offset).toBe(5);
  second.journal.append({ kind: "output", offset: 5, bytes: Buffer.from("again") });
  await second.journal.close();
  expect(rebuilt(second.path)).toEqual({ text: "kept again", offset: 10 });
});

test("a snapshot replaces what came before it, and old tails stay up to the quota", async () => {
  const quotaBytes = 3_000_000;
  const { journal, path, print, text } = openJournal({ quotaBytes });
  for (let i = 0; i < 12; i++) {
    print("x".repeat(600_000));
    await journal.flushed();
    if (journal.rotationDue("busy")) journal.rotate();
    await journal.flushed();
  }
  print("end");
  await journal.close();
  expect(rebuilt(path)).toEqual({ text: text(), offset: text().length });
  const names = readdirSync(path);
  expect(names.filter((name) => name.endsWith(".snapshot"))).toHaveLength(1);
  const tails = names.filter((name) => name.endsWith(".tail"));
  expect(tails.length).toBeGreaterThan(1);
  const snapshot = Number(names.find((name) => name.endsWith(".snapshot"))!.split(".")[0]);
  const recording = tails.filter((name) => Number(name.split(".")[0]) < snapshot);
  const bytes = recording.reduce((sum, name) => sum + diskFiles.size(join(path, name)), 0);
  expect(bytes).toBeLessThanOrEqual(quotaBytes);
});

test("a recording takes 16 MB of the disk where nothing else is said, and no less", async () => {
  const { journal, path } = openJournal({ encodeScreen: () => Buffer.from("screen") });
  const bytes = Buffer.alloc(1024 * 1024, "x");
  for (let megabyte = 0; megabyte < 24; megabyte++) {
    journal.append({ kind: "output", offset: megabyte * bytes.length, bytes });
    await journal.flushed();
    journal.rotate();
    await journal.flushed();
  }
  await journal.close();
  const sizes = readdirSync(path).map((name) => diskFiles.size(join(path, name)));
  const megabytes = sizes.reduce((sum, size) => sum + size) / bytes.length;
  expect(megabytes).toBeLessThanOrEqual(16);
  expect(megabytes).toBeGreaterThan(14);
});

test("a pane at rest is worth a snapshot once the next daemon would read 64 KB again", async () => {
  const { journal, print } = openJournal();
  print("x".repeat(60 * 1024));
  await journal.flushed();
  expect(journal.rotationDue("at-rest")).toBe(false);
  print("x".repeat(5 * 1024));
  await journal.flushed();
  expect([journal.rotationDue("at-rest"), journal.rotationDue("busy")]).toEqual([true, false]);
  await journal.close();
});

test("many short lives of a daemon do not pile up tails", async () => {
  for (let life = 0; life < 12; life++) {
    const { journal } = openJournal();
    const { offset } = journal.position;
    journal.append({ kind: "output", offset, bytes: Buffer.from("z") });
    await journal.flushed();
    if (life === 11) expect(journal.rotationDue("busy")).toBe(true);
    await journal.close();
  }
});

test("nothing is left of a journal that is removed", async () => {
  const { journal, path, print } = openJournal();
  print("something");
  await journal.flushed();
  expect(existsSync(path)).toBe(true);
  print("more");
  await journal.remove();
  expect(existsSync(path)).toBe(false);
});

test("without a directory nothing is written, and a holder keeps the last stretch", async () => {
  const { journal, accepted, print } = openJournal({ directory: undefined });
  print("y".repeat(MEMORY_KEEP_BYTES + 7));
  await journal.flushed();
  expect(accepted).toEqual([7]);
  expect(existsSync(journals.path)).toBe(false);
  expect(journal.trouble).toBeUndefined();
});

const turn = () => new Promise<void>(setImmediate);

test("a system that writes a part at a time gets all of it", async () => {
  for (const most of [1, 7, 17, 25, 40]) {
    const write: JournalFiles["write"] = (fd, parts) =>
      diskFiles.write(fd, [Buffer.concat(parts).subarray(0, most)]);
    const options = { files: { ...diskFiles, write } };
    const { journal, path, print, text } = openJournal(options);
    for (const word of ["one ", "two ", "three "]) print(word);
    await journal.flushed();
    print("four");
    await journal.close();
    expect(rebuilt(path)).toEqual({ text: text(), offset: 18 });
    rmSync(path, { recursive: true });
  }
});

test("each file that is opened is closed, and a journal that is removed leaves none", async () => {
  let open = 0;
  const files: JournalFiles = {
    ...diskFiles,
    open: (...place) => {
      open += 1;
      return diskFiles.open(...place);
    },
    close: (fd) => {
      open -= 1;
      return diskFiles.close(fd);
    },
  };
  const { journal, print } = openJournal({ files });
  for (let segment = 0; segment < 3; segment++) {
    print("text");
    await journal.flushed();
    journal.rotate();
    await journal.flushed();
  }
  print("text");
  await journal.flushed();
  expect(open).toBe(1);
  await journal.close();
  await journal.close();
  expect(open).toBe(0);
  print("more");
  await journal.flushed();
  await journal.remove();
  expect(open).toBe(0);
});

describe("when a journal writes", () => {
  let writes: number;
  const files: JournalFiles = {
    ...diskFiles,
    write: (fd, parts) => {
      writes += 1;
      return diskFiles.write(fd, parts);
    },
  };
  beforeEach(() => {
    writes = 0;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => void vi.useRealTimers());

  test("a pane that prints nothing has nothing to write, and then everything that changes it", async () => {
    const { journal, print, path } = openJournal({ files });
    journal.append({ kind: "holder", key: 1n });
    journal.append({ kind: "resize", cols: 80, rows: 24 });
    vi.advanceTimersByTime(1_000);
    expect([journal.writing, existsSync(path)]).toEqual([false, false]);
    print("text");
    expect(journal.writing).toBe(true);
    await journal.flushed();
    expect([journal.writing, writes]).toEqual([false, 1]);
    journal.append({ kind: "resize", cols: 90, rows: 24 });
    expect(journal.writing).toBe(true);
    await journal.close();
    expect(openJournal({ files }).journal.position.holderKey).toBe(1n);
  });

  test("a silent pane that is resized again and again is written, and not kept in memory", async () => {
    const { journal, path } = openJournal({ files });
    for (let cols = 1; cols <= 1_000; cols++) journal.append({ kind: "resize", cols, rows: 24 });
    expect(journal.writing).toBe(true);
    await journal.flushed();
    expect(existsSync(path)).toBe(true);
    await journal.close();
  });

  test("a little output is gathered for 10 ms, and 128 KB are written at once", async () => {
    const { journal, print } = openJournal({ files });
    print("one ");
    print("two ");
    vi.advanceTimersByTime(9);
    for (let i = 0; i < 20; i++) await turn();
    expect(writes).toBe(0);
    vi.advanceTimersByTime(1);
    while (writes === 0) await turn();
    await journal.flushed();
    print("x".repeat(127 * 1024));
    print("y".repeat(1024));
    while (writes === 1) await turn();
    await journal.close();
    expect(writes).toBe(2);
  });
});

test("nothing is accepted for a process that another one has replaced", async () => {
  const { journal, accepted, print } = openJournal();
  print("of the first");
  journal.append({ kind: "holder", key: 2n });
  await journal.flushed();
  expect(accepted).toEqual([]);
  await journal.written();
  await journal.close();
});

/** Files whose writes wait until they are released. */
function heldWrites() {
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done: string[] = [];
  const files: JournalFiles = {
    ...diskFiles,
    async write(fd, parts) {
      done.push("begun");
      await released;
      const count = await diskFiles.write(fd, parts);
      done.push("written");
      return count;
    },
    async place(path, bytes) {
      await diskFiles.place(path, bytes);
      done.push("placed");
    },
  };
  return { files, release, done };
}

test("nothing is accepted for a replaced process whose output is being written", async () => {
  const { files, release, done } = heldWrites();
  const { journal, accepted, print } = openJournal({ files });
  print("of the first");
  void journal.written();
  await waitFor(() => done.length > 0, "the write");
  journal.append({ kind: "holder", key: 2n });
  release();
  await journal.close();
  expect(accepted).toEqual([]);
});

test("a snapshot is placed after the output that it replaces is in a tail", async () => {
  const { files, release, done } = heldWrites();
  const { journal, print } = openJournal({ files });
  print("before ");
  journal.rotate();
  print("after");
  await waitFor(() => done.length > 0, "the write");
  release();
  await journal.close();
  expect(done.slice(0, 2)).toEqual(["begun", "written"]);
  expect(done).toContain("placed");
});

test("no snapshot is placed for output that could not be written", async () => {
  const write = () => Promise.reject(new Error("a broken disk"));
  const place = vi.fn(diskFiles.place);
  const { journal, troubles, print } = openJournal({
    files: { ...diskFiles, write, place },
    retryMs: 3_600_000,
  });
  print("before");
  journal.rotate();
  await journal.flushed();
  expect(troubles).toEqual(["a broken disk"]);
  expect(place).not.toHaveBeenCalled();
  await journal.close();
});

test("a snapshot pays off again after twice its own size, and only one is written at a time", async () => {
  const MEGABYTE = 1024 * 1024;
  const { journal, path } = openJournal({ encodeScreen: () => Buffer.alloc(MEGABYTE) });
  let offset = 0;
  const print = async (bytes: number) => {
    journal.append({ kind: "output", offset, bytes: Buffer.alloc(bytes) });
    offset += bytes;
    await journal.flushed();
  };
  await print(MEGABYTE - 100);
  expect(journal.rotationDue("busy")).toBe(false);
  await print(100);
  expect(journal.rotationDue("busy")).toBe(true);
  journal.rotate();
  journal.append({ kind: "output", offset, bytes: Buffer.alloc(3 * MEGABYTE) });
  offset += 3 * MEGABYTE;
  expect(journal.rotationDue("busy")).toBe(false); // One is on its way.
  journal.rotate();
  await journal.flushed();
  expect(readdirSync(path).sort()).toEqual(["0.tail", "1.snapshot", "1.tail"]);
  expect(journal.rotationDue("busy")).toBe(true);
  journal.rotate();
  await journal.flushed();
  await print(2 * MEGABYTE);
  expect(journal.rotationDue("busy")).toBe(false);
  await print(2_000);
  expect(journal.rotationDue("busy")).toBe(true);
  await journal.close();
});

test("a journal in memory needs no snapshot", () => {
  const { journal, print } = openJournal({ directory: undefined });
  print("x".repeat(2_000_000));
  journal.rotate();
  expect([journal.rotationDue("busy"), journal.rotationDue("at-rest"), journal.writing]).toEqual([
    false,
    false,
    false,
  ]);
});
