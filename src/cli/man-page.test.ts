import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { need, programPath } from "../../test/setup/need.ts";
import { manPages } from "./man-page.ts";
import { defineColdVerb } from "./verb.ts";
import { verbs } from "./verb-table.ts";

const odd = defineColdVerb({
  name: "odd",
  summary: "print .dots and 'quotes'",
  operands: "'A' \\n",
  count: [0, 1],
  options: { dry: { short: "n", value: ".X", summary: ".begins with a dot" } },
  notes: ["'begins with a quote", ".TH is no macro here \\fB"],
  exits: { 2: "'late'" },
  examples: [['mullion odd "x y"', ".what it does"]],
  run: () => 0,
});

const format = (text: string) =>
  spawnSync(programPath("groff"), ["-man", "-ww", "-Tutf8", "-P-cbou"], { input: text, encoding: "utf8" });

test("there is a page for every verb and one for all", () => {
  const files = manPages(verbs, "1.2.3").map(({ file }) => file);
  expect(files).toEqual([
    "mullion.1",
    ...verbs.filter(({ hidden }) => !hidden).map(({ name }) => `mullion-${name}.1`),
  ]);
});

test.runIf(need("groff"))(
  "groff has nothing to complain about",
  () => {
    for (const { file, text } of manPages([...verbs, odd], "1.2.3")) {
      const { stdout, stderr } = format(text);
      expect({ file, stderr }).toEqual({ file, stderr: "" });
      expect(stdout).toContain("NAME");
    }
  },
  60_000,
);

test.runIf(need("groff"))("what means something to roff is printed as it is", () => {
  const page = manPages([odd], "1.2.3").find(({ file }) => file === "mullion-odd.1")!;
  const { stdout } = format(page.text);
  for (const text of [
    "mullion-odd - print .dots and 'quotes'",
    "'A' \\n",
    "-n, --dry .X",
    ".begins with a dot",
    "'begins with a quote",
    ".TH is no macro here \\fB",
    'mullion odd "x y"',
    ".what it does",
  ])
    expect(stdout).toContain(text);
});
