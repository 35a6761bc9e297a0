import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readCast } from "./read-cast.ts";

const directory = mkdtempSync(join(tmpdir(), "cast-"));
afterAll(() => rmSync(directory, { recursive: true }));

function file(...lines: string[]): string {
  const path = join(directory, "x.cast");
  writeFileSync(path, lines.join("\n"));
  return path;
}

async function read(...lines: string[]) {
  const { scenes, ...about } = await readCast(file(...lines));
  const all = [];
  for await (const scene of scenes) all.push(scene);
  return { ...about, scenes: all };
}

test("version 3: times from event to event, comments, events for others", async () => {
  const cast = await read(
    '{"version":3,"term":{"cols":80,"rows":24},"idle_time_limit":1.5}',
    "# the beginning",
    '[0.25,"o","a"]',
    '[1,"m","mark"]',
    '[0.5,"o","b"]',
    '[0,"r","90x30"]',
    '[0,"x","0"]',
    "",
  );
  expect(cast).toMatchObject({ cols: 80, rows: 24, idleLimitMs: 1_500 });
  expect(cast.scenes).toEqual([
    { afterMs: 250, kind: "output", data: "a" },
    { afterMs: 1_500, kind: "output", data: "b" },
    { afterMs: 0, kind: "resize", data: "90x30" },
  ]);
});

test("version 2: times from the beginning", async () => {
  const cast = await read(
    '{"version":2,"width":10,"height":5}',
    '[1,"o","a"]',
    '[1.5,"i","x"]',
    '[3,"o","b"]',
  );
  expect(cast).toMatchObject({ cols: 10, rows: 5, idleLimitMs: undefined });
  expect(cast.scenes.map(({ afterMs }) => afterMs)).toEqual([1_000, 2_000]);
});

test.each([
  ["nothing", []],
  ["another format", ["hello"]],
  ["another version", ['{"version":1,"width":80,"height":24,"stdout":[]}']],
  ["no size", ['{"version":3,"term":{}}']],
])("%s is not a recording", async (_what, lines) => {
  await expect(read(...lines)).rejects.toThrow("is not a recording (asciicast version 2 or 3)");
});

test("reports an invalid event", async () => {
  await expect(read('{"version":3,"term":{"cols":1,"rows":1}}', '[1,"o"]')).rejects.toThrow(
    'is not an event: [1,"o"]',
  );
});

test("a file that is not there", async () => {
  await expect(readCast(join(directory, "none"))).rejects.toThrow("no such file or directory");
});
