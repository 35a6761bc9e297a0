import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Log } from "../life/log.ts";
import { type DaemonPaths, preparePaths } from "../paths.ts";
import { Notices } from "./notices.ts";
import { reportDamage, reportMisfits } from "./report-damage.ts";

let paths: DaemonPaths;
let notices: Notices;
beforeEach(() => {
  paths = preparePaths({ MULLION_DIR: mkdtempSync("/tmp/mrd-") });
  notices = new Notices();
});
afterEach(() => rmSync(paths.runtimeDir, { recursive: true }));

const house = () => ({ paths, notices, log: new Log(paths.log) });
const logged = () => readFileSync(paths.log, "utf8");
const texts = () => notices.all().map(({ text }) => text);
const bytes = Buffer.from("half");

test("a line that was cut off is only logged", () => {
  reportDamage([{ line: 3, bytes, isCutOff: true }], house());
  expect(logged()).toContain("line 3 of the records is cut off and set aside");
  expect(texts()).toEqual([]);
});

test("damaged lines are one notice, which does not count the line that was cut off", () => {
  const damaged = [1, 2].map((line) => ({ line, bytes, isCutOff: false }));
  reportDamage([...damaged, { line: 3, bytes, isCutOff: true }], house());
  expect(logged().split("\n")).toHaveLength(4);
  expect(logged()).toContain("line 2 of the records is damaged and set aside");
  expect(logged()).toContain("(4 bytes)");
  expect(texts()).toEqual([
    expect.stringMatching(/^2 lines of the records were damaged .*records\.damaged;/),
  ]);
  reportDamage(damaged.slice(1), house());
  expect(texts()[1]).toMatch(/^1 line of the records was damaged /);
});

test("records that cannot be used are one notice for each kind", () => {
  const misfit = (kind: "pane" | "retired", key: string) => ({
    kind,
    key,
    value: {},
    reason: `${key} is odd`,
  });
  const misfits = [misfit("pane", "a"), misfit("pane", "b"), misfit("retired", "c")];
  reportMisfits(misfits, house());
  for (const { key } of misfits) expect(logged()).toContain(`record ${key} in `);
  expect(texts()).toHaveLength(2);
  expect(texts()[0]).toMatch(/^record a \(and 1 more of its kind\) in .* cannot be used: a is odd; /);
  expect(texts()[1]).toMatch(/^record c in .* cannot be used: c is odd; /);
});
