import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { reference } from "../../scripts/reference.mjs";
import { EXIT_STATUS_MEANING } from "../../src/cli/exit-status.ts";
import { verbHelp } from "../../src/cli/help-text.ts";
import { verbs } from "../../src/cli/verb-table.ts";
import { root } from "../fixtures/daemon.ts";

const list = (directory: string, recursive: boolean) =>
  readdirSync(join(root, directory), { recursive, encoding: "utf8" }).map((name) => join(directory, name));
const documents = [...list(".", false), ...list("docs", true)].filter((path) => path.endsWith(".md"));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const scripts = JSON.parse(read("package.json")).scripts as Record<string, string>;

test("the reference says what the table of verbs says (npm run reference)", () => {
  expect(read("docs/reference/mullion.md")).toBe(reference(verbs, verbHelp, EXIT_STATUS_MEANING));
});

test("the documents are there", () => {
  expect(documents).toEqual(
    expect.arrayContaining([
      "README.md",
      "ARCHITECTURE.md",
      "CONTRIBUTING.md",
      "CHANGELOG.md",
      "docs/durability.md",
    ]),
  );
});

/** Files that a document links to. */
const linksIn = (path: string) =>
  [...read(path).matchAll(/\]\(([^)#\s]+)(#[^)\s]*)?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(path), target));

test("every document can be reached from the README", () => {
  const found = new Set(["README.md"]);
  for (const path of found) for (const link of linksIn(path)) if (link.endsWith(".md")) found.add(link);
  expect(documents.filter((path) => !found.has(path))).toEqual([]);
});

describe.each(documents)("%s", (path) => {
  const text = read(path);

  test("links lead somewhere", () => {
    expect(linksIn(path).filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  test("source files it names exist", () => {
    const named = [...text.matchAll(/`((?:src|native|test|bench|scripts|shell|npm-bin)\/[\w./-]+)`/g)].map(
      ([, file]) => file!,
    );
    const isBuilt = (file: string) => file.startsWith("native/build/");
    expect(named.filter((file) => !isBuilt(file) && !existsSync(join(root, file)))).toEqual([]);
  });

  test("npm scripts it names exist", () => {
    const named = [...text.matchAll(/npm (?:run (?:-s )?([\w:-]+)|(test|start)\b)/g)].map(
      ([, run, short]) => run ?? short!,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("verbs it names exist", () => {
    const code = [...text.matchAll(/```sh\n([\s\S]*?)```|`([^`\n]+)`/g)]
      .map(([, block, inline]) => block ?? inline!)
      .join("\n");
    const named = [...code.matchAll(/(?<=^|[\s(|])(?<!-L )mullion ([a-z]+)/gm)].map(([, name]) => name!);
    expect(named.filter((name) => !verbs.some((verb) => verb.name === name))).toEqual([]);
  });
});
