import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verbs } from "./verb-table.ts";

const listed = verbs.filter(({ hidden }) => !hidden);
/** Verbs that serve a person, a protocol, a hook or a service manager, and print no result. */
const WITHOUT_JSON = ["attach", "connect", "mcp", "report", "serve"];

describe.each(listed.map((verb) => [verb.name, verb] as const))("%s", (name, verb) => {
  test("has examples that call it or what it is for", () => {
    expect(verb.examples.length).toBeGreaterThan(0);
    expect(verb.examples.map(([command]) => command).join("\n")).toMatch(/mullion|asciinema/);
  });

  test("can answer programs", () => {
    expect("json" in verb.options).toBe(!WITHOUT_JSON.includes(name));
  });

  test("one letter is one option", () => {
    const letters = Object.values(verb.options).flatMap(({ short }) => short ?? []);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters).not.toContain("h");
  });

  test("says so where it needs a target", () => {
    if (/PANE|SESSION/.test(verb.operands)) expect(verb.completes).toBeDefined();
  });
});

test("names are used once", () => {
  expect(new Set(verbs.map(({ name }) => name)).size).toBe(verbs.length);
});

test("the client knows which verbs need no daemon", () => {
  const source = readFileSync(new URL("../../native/client/cold-verbs.c", import.meta.url), "utf8");
  const list = /cold\[\] = \{([^}]*)\}/.exec(source)?.[1] ?? "";
  const known = [...list.matchAll(/"([a-z]+)"/g)].map(([, name]) => name!);
  const cold = verbs.filter(({ kind }) => kind === "cold").map(({ name }) => name);
  expect(known.sort()).toEqual(cold.sort());
});
