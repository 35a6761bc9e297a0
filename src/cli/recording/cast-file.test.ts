import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BegunFile, writeCast } from "./cast-file.ts";
import type { CastLine } from "./cast-of-pane.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cast-"));
  path = join(directory, "x.cast");
});
afterEach(() => rmSync(directory, { recursive: true }));

async function* lines(...texts: string[]): AsyncGenerator<CastLine> {
  for (const text of texts) yield { text };
}

async function write(texts: readonly string[], begun?: BegunFile): Promise<BegunFile> {
  let last: BegunFile | undefined;
  for await (const { file } of writeCast({ path, overwrite: false, lines: lines(...texts), begun }))
    last = file;
  return last!;
}

test("a file is continued after its last known byte", async () => {
  const begun = await write(["{}\n", "[1]\n"]);
  expect(begun).toMatchObject({ events: 1, bytes: 7 });
  writeFileSync(path, "[2, cut off", { flag: "a" });
  expect(await write(["[2]\n", "", "[3]\n"], begun)).toMatchObject({ events: 3, bytes: 15 });
  expect(readFileSync(path, "utf8")).toBe("{}\n[1]\n[2]\n[3]\n");
});

test("another file of the same name stays as it is", async () => {
  const begun = await write(["{}\n"]);
  renameSync(path, `${path}.old`);
  await expect(write(["[1]\n"], begun)).rejects.toThrow("no such file or directory");
  writeFileSync(path, "mine");
  await expect(write(["[1]\n"], begun)).rejects.toThrow(
    `cannot continue ${path}: another file has its name now`,
  );
  expect(readFileSync(path, "utf8")).toBe("mine");
});

test("what has arrived is written although nothing more comes", async () => {
  async function* slow(): AsyncGenerator<CastLine> {
    yield { text: "{}\n" };
    yield { text: "[1]\n" };
    await new Promise(() => {});
  }
  for await (const { file } of writeCast({ path, overwrite: false, lines: slow() }))
    if (file.bytes > 0) break;
  expect(readFileSync(path, "utf8")).toBe("{}\n[1]\n");
});

test("an empty file is continued by a repeated call only, and a full one by none", async () => {
  const repeat = (isRepeated: boolean) =>
    writeCast({ path, overwrite: false, lines: lines("{}\n"), isRepeated }).next();
  writeFileSync(path, "");
  await expect(repeat(false)).rejects.toThrow(`${path} exists already`);
  expect(await repeat(true)).toMatchObject({ value: { file: { bytes: 0, events: 0 } } });
  writeFileSync(path, "mine");
  await expect(repeat(true)).rejects.toThrow(`${path} exists already`);
});
