import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { incompatibilities } from "../../scripts/incompatibilities.mjs";
import { protocolReference } from "../../scripts/protocol-reference.mjs";
import { describeSchema } from "../../src/protocol/describe-schema.ts";
import { wireErrors } from "../../src/protocol/errors.ts";
import { events } from "../../src/protocol/events.ts";
import { methods } from "../../src/protocol/methods.ts";
import { LEVEL } from "../../src/protocol/version.ts";
import { root } from "../fixtures/daemon.ts";

const directory = join(root, "src/protocol/levels");
const frozen = () => JSON.parse(readFileSync(join(directory, `${LEVEL}.json`), "utf8"));
const now = () => JSON.parse(JSON.stringify(describeSchema()));

test("nothing that was released has changed", () => {
  for (const file of readdirSync(directory)) {
    const level = JSON.parse(readFileSync(join(directory, file), "utf8"));
    expect(incompatibilities(level, now()), file).toEqual([]);
  }
});

test("each level is described to its clients as it was frozen", () => {
  for (const file of readdirSync(directory)) {
    const level = JSON.parse(readFileSync(join(directory, file), "utf8"));
    expect(JSON.parse(JSON.stringify(describeSchema(level.level))), file).toEqual(level);
  }
});

test("the present level is written down (node scripts/protocol-reference.mjs --level)", () => {
  expect(frozen()).toEqual(now());
});

test("the reference is fresh (node scripts/protocol-reference.mjs)", () => {
  expect(readFileSync(join(root, "docs/reference/protocol.md"), "utf8")).toBe(protocolReference(now()));
});

type Draft = ReturnType<typeof frozen>;

test.each<[string, (schema: Draft) => void, string]>([
  ["a method goes", (s) => delete s.methods.kill, "method kill is gone"],
  [
    "a parameter goes",
    (s) => delete s.methods.capture.params.properties.lines,
    "capture params.lines is gone",
  ],
  [
    "a parameter is asked for",
    (s) => s.methods.capture.params.required.push("lines"),
    "capture params.lines is asked for now",
  ],
  [
    "a parameter changes its type",
    (s) => (s.methods.write.params.properties.data.type = "array"),
    "write params.data: type",
  ],
  [
    "a bound is drawn in",
    (s) => (s.methods["mullion.resize"].params.properties.cols.maximum = 500),
    "maximum was 10000, is 500",
  ],
  [
    "a word is refused",
    (s) => s.methods["mullion.split"].params.properties.direction.enum.pop(),
    "down is refused now",
  ],
  [
    "a result loses a field",
    (s) => delete s.methods.list.result.properties.contexts,
    "list result.contexts is gone",
  ],
  [
    "a result may lack a field",
    (s) => (s.methods.spawn_agent.result.required = []),
    "context_id may be missing now",
  ],
  [
    "an outcome is new",
    (s) => s.methods["mullion.wait"].result.properties.outcome.enum.push("luck"),
    "luck is new",
  ],
  ["an event goes", (s) => delete s.events.context_exited, "event context_exited is gone"],
  ["an error's number changes", (s) => (s.errors["bad-cwd"].code = 1), "bad-cwd: number was 1023, is 1"],
  [
    "a condition of wait goes",
    (s) => s.methods["mullion.wait"].params.properties.until.oneOf.pop(),
    "is gone",
  ],
])("refused: %s", (_what, change, complaint) => {
  const changed = now();
  change(changed);
  expect(incompatibilities(frozen(), changed).join("\n")).toContain(complaint);
});

test.each<[string, (schema: Draft) => void]>([
  ["a method", (s) => (s.methods.new = s.methods.kill)],
  [
    "a parameter that may be left out",
    (s) => (s.methods.kill.params.properties.grace_ms = { type: "integer" }),
  ],
  ["a field in a result", (s) => (s.methods.list.result.properties.more = { type: "string" })],
  ["an error", (s) => (s.errors.new = { code: 9, http: 400, sentence: "" })],
  ["other words", (s) => (s.methods.kill.doc = "Kills.")],
  ["a wider bound", (s) => (s.methods["mullion.resize"].params.properties.cols.maximum = 50_000)],
])("allowed: %s", (_what, change) => {
  const changed = now();
  change(changed);
  expect(incompatibilities(frozen(), changed)).toEqual([]);
});

test("names on the wire are the names in the tables", () => {
  for (const [name, method] of Object.entries(methods)) expect(method.name).toBe(name);
  for (const [name, event] of Object.entries(events)) expect(event.name).toBe(name);
});

test("ours are under one name and announced; every error that a method names exists", () => {
  for (const { name, isBasic, errors, doc } of Object.values(methods)) {
    if (name.startsWith("mullion.")) expect(isBasic).toBeUndefined();
    expect(doc).toMatch(/\.$/);
    for (const code of errors) expect(wireErrors).toHaveProperty(code);
  }
});
