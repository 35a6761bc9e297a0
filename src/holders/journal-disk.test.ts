import { beforeEach, describe, expect, test } from "vitest";
import { rebuilt, textJournals } from "../../test/fixtures/text-journals.ts";
import { MEMORY_KEEP_BYTES } from "./journal.ts";
import { diskFiles, type JournalFiles } from "./journal-files.ts";

const { openJournal } = textJournals();

test("a journal on a disk that rejects writes keeps output in memory, and writes a new snapshot when the disk works again", async () => {
  let full = false;
  const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const files: JournalFiles = {
    ...diskFiles,
    write: (fd, parts) => (full ? Promise.reject(noSpace()) : diskFiles.write(fd, parts)),
    place: (path, bytes) => (full ? Promise.reject(noSpace()) : diskFiles.place(path, bytes)),
  };
  const { journal, accepted, troubles, path, print, text } = openJournal({ files, retryMs: 5 });
  print("before ");
  await journal.flushed();
  full = true;
  print("x".repeat(2 * MEMORY_KEEP_BYTES));
  await journal.flushed();
  print("meanwhile ");
  await journal.flushed();
  expect(journal.trouble?.reason).toContain("ENOSPC");
  expect(accepted.at(-1)).toBe(text().length - MEMORY_KEEP_BYTES);

  full = false;
  await expect.poll(() => journal.trouble).toBeUndefined();
  print("after");
  await journal.flushed();
  expect(troubles).toEqual(["ENOSPC: no space left on device", undefined]);
  expect(accepted.at(-1)).toBe(text().length);
  expect(rebuilt(path)).toEqual({ text: text(), offset: text().length });
  await journal.close();
});

const turn = () => new Promise<void>(setImmediate);

describe("a disk that fails", () => {
  let broken: boolean;
  let calls: string[];
  const failing =
    <A extends unknown[], R>(name: string, call: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      calls.push(name);
      return broken ? Promise.reject(new Error("EIO: the disk is broken")) : call(...given);
    };
  const files: JournalFiles = {
    ...diskFiles,
    write: failing("write", diskFiles.write),
    place: failing("place", diskFiles.place),
    removeDirectory: (path) => {
      calls.push("remove");
      return diskFiles.removeDirectory(path);
    },
  };
  beforeEach(() => {
    broken = true;
    calls = [];
  });

  test("is reported once, with its time, and callers that wait go on", async () => {
    const { journal, troubles, print } = openJournal({ files, retryMs: 1 });
    const before = Date.now();
    print("lost");
    await journal.written();
    expect(journal.trouble?.reason).toBe("EIO: the disk is broken");
    expect(journal.trouble?.sinceMs).toBeGreaterThanOrEqual(before);
    expect(journal.trouble?.sinceMs).toBeLessThanOrEqual(Date.now());
    await expect.poll(() => calls.filter((call) => call === "place").length).toBeGreaterThan(2);
    expect(troubles).toEqual(["EIO: the disk is broken"]);
    await journal.written();
    await journal.close();
  });

  test("is reported for a snapshot too, and what was in the tail stays", async () => {
    broken = false;
    const { journal, troubles, print, path } = openJournal({ files });
    print("text");
    await journal.flushed();
    broken = true;
    journal.rotate();
    await journal.flushed();
    expect(troubles).toEqual(["EIO: the disk is broken"]);
    expect(rebuilt(path).text).toBe("text");
    await journal.close();
  });

  test("loses nothing that arrives while the first snapshot after it is written", async () => {
    const { journal, print, path, text } = openJournal({
      retryMs: 1,
      files: {
        ...files,
        place: async (place, bytes) => {
          if (!broken && calls.length < 100) {
            calls.length = 100;
            print("meanwhile ");
          }
          await files.place(place, bytes);
        },
      },
    });
    print("lost ");
    await journal.flushed();
    broken = false;
    await expect.poll(() => journal.trouble).toBeUndefined();
    await journal.flushed();
    print("after");
    await journal.close();
    expect(rebuilt(path)).toEqual({ text: text(), offset: text().length });
    expect(text()).toBe("lost meanwhile after");
  });

  test("is not asked any more for a pane that is gone, whose holder may forget everything", async () => {
    const { journal, accepted, print } = openJournal({ files, retryMs: 1 });
    print("text");
    await journal.flushed();
    expect(accepted).toEqual([]);
    await journal.remove();
    print(" and more");
    expect(accepted).toEqual([13]);
    const before = calls.length;
    for (let i = 0; i < 50; i++) await turn();
    expect(calls.slice(before)).toEqual([]);
    expect(calls).toContain("remove");
  });

  test("is not asked to remove what was never there", async () => {
    const { journal } = openJournal({ files });
    journal.append({ kind: "holder", key: 1n });
    await journal.remove();
    expect(calls).toEqual([]);
  });
});
