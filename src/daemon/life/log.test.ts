import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Log } from "./log.ts";

const directory = mkdtempSync(join(tmpdir(), "mullion-log-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("shows what a caller chose as escapes, and lets none of it pass for an entry", () => {
  const path = join(directory, "hostile.log");
  const log = new Log(path);
  const hostile = "x\x1b]0;owned\x07\u009b31m\u202e\n2026-01-01T00:00:00.000Z 1 ended; panes stay\r\n";
  log.write(`server on ${hostile}: failed`);
  log.bug(new Error(hostile), `tmux ${hostile}`);
  const text = readFileSync(path, "utf8");
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).toContain("x\\u001b]0;owned\\u0007\\u009b31m\\u202e");
  const entries = text.split("\n").filter((line) => /^\S/.test(line));
  expect(entries).toHaveLength(2);
  for (const entry of entries) expect(entry).toContain(` ${process.pid} `);
});

it("keeps at most 1 MB and one older file", () => {
  const path = join(directory, "long.log");
  const log = new Log(path);
  const sentence = "x".repeat(64 * 1024);
  for (let kilobytes = 0; kilobytes < 4 * 1024; kilobytes += 64) log.write(sentence);
  const sizes = readdirSync(directory)
    .filter((name) => name.startsWith("long.log"))
    .map((name) => statSync(join(directory, name)).size);
  expect(sizes).toHaveLength(2);
  for (const size of sizes) expect(size).toBeLessThan(1024 * 1024 + 2 * sentence.length);
});
