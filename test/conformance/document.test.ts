import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "../../src/conformance/index.ts";
import { root } from "../fixtures/daemon.ts";

test("the document has the requirements as they are", () => {
  const rows = requirements.map(
    ({ id, level, sentence, source }) => `| \`${id}\` | ${level} | ${sentence} | ${source} |`,
  );
  const text = readFileSync(join(root, "docs/conformance.md"), "utf8");
  expect(text.slice(text.indexOf("\n| `")).trim()).toBe(rows.join("\n"));
});

test("ids are what people skip by: none twice", () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
});
