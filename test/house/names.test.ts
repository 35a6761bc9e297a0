import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/** Names of foreign or published contracts that a class of another room shares. */
const SHARED_WITH_CONTRACTS = ["Client"];

/** Interfaces and types still share this many names. The number may only shrink. */
const SHARED_TYPES = 16;

interface Declarations {
  isClass: boolean;
  readonly paths: Set<string>;
}

const declared = new Map<string, Declarations>();
for (const path of execFileSync("git", ["ls-files", "src/*.ts"], { cwd: root, encoding: "utf8" }).split("\n"))
  if (path !== "" && !path.endsWith(".test.ts")) declare(path);

/** Classes, interfaces and types that a file exports. */
function declare(path: string): void {
  const exported = /^export (?:abstract )?(class|interface|type) (\w+)/gm;
  for (const [, kind, name = ""] of readFileSync(join(root, path), "utf8").matchAll(exported)) {
    const { isClass, paths } = declared.get(name) ?? { isClass: false, paths: new Set() };
    declared.set(name, { isClass: isClass || kind === "class", paths: paths.add(path) });
  }
}

const shared = [...declared].filter(([, { paths }]) => paths.size > 1);

test("a class shares its name with no other exported class, interface or type", () => {
  const classes = shared.filter(([name, { isClass }]) => isClass && !SHARED_WITH_CONTRACTS.includes(name));
  expect(classes.map(([name, { paths }]) => `${name}: ${[...paths].join(", ")}`)).toEqual([]);
  expect(declared.size).toBeGreaterThan(500);
});

test("the number of names that two files export does not grow", () => {
  const types = shared.filter(([, { isClass }]) => !isClass);
  expect(
    types.length,
    types
      .map(([name]) => name)
      .sort()
      .join(", "),
  ).toBeLessThanOrEqual(SHARED_TYPES);
});
