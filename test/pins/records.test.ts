import { expect, test } from "vitest";
import { brokenPromises, readFrozen } from "../../scripts/freeze-records.mjs";
import { frozenKinds, kindNames, kinds, parseKey, recordKey } from "../../src/daemon/records/kinds.ts";

const frozen = readFrozen();
const now = () => JSON.parse(JSON.stringify(frozenKinds()));
type Draft = ReturnType<typeof now>;
const named = (all: Draft, kind: string) => all.find((each: { kind: string }) => each.kind === kind);

test("records of every frozen version are read, and earlier daemons of the same version read ours", () => {
  expect(brokenPromises(frozen, now())).toEqual([]);
});

test("the present versions are frozen (node scripts/freeze-records.mjs)", () => {
  for (const kind of now()) expect(frozen).toContainEqual(kind);
});

test.each<[string, (all: Draft) => void, string]>([
  ["a kind goes", (all) => all.splice(0, 1), "server (version 2) is gone"],
  ["a key changes", (all) => (named(all, "holder").key = "h/*/"), "its key was holder/*/, is h/*/"],
  [
    "a member is needed",
    (all) => named(all, "holder").schema.required.push("started"),
    "holder (version 1).started is asked for now: is no longer read",
  ],
  [
    "a member goes",
    (all) => delete named(all, "pane").schema.properties.title,
    "pane (version 2).title is gone: raise the version of pane",
  ],
  [
    "a member may be missing",
    (all) => named(all, "pane").schema.required.shift(),
    "pane (version 2).window may be missing now: raise the version of pane",
  ],
  [
    "a part of a list changes",
    (all) => (named(all, "window").schema.properties.manualSize.prefixItems[1] = { type: "string" }),
    'window (version 2).manualSize[1]: type was "integer", is "string"',
  ],
  [
    "a shape is added",
    (all) => named(all, "request").schema.anyOf.push({ type: "string" }),
    "request (version 1): a new shape: raise the version of request",
  ],
])("refused within a version: %s", (_what, change, complaint) => {
  const changed = now();
  change(changed);
  expect(brokenPromises(frozen, changed).join("\n")).toContain(complaint);
});

test.each<[string, (all: Draft) => void]>([
  ["a member that may be missing", (all) => (named(all, "pane").schema.properties.more = { type: "string" })],
  ["a kind", (all) => all.push({ kind: "new", version: 1, key: "new/", schema: {} })],
  [
    "a new shape under a new version",
    (all) => Object.assign(named(all, "request"), { version: 2 }).schema.anyOf.push({ type: "string" }),
  ],
])("allowed: %s", (_what, change) => {
  const changed = now();
  change(changed);
  expect(brokenPromises(frozen, changed)).toEqual([]);
});

test("every key leads back to its kind and name", () => {
  for (const kind of kindNames) {
    const name = kinds[kind].key.endsWith("/") ? "a/b" : "";
    expect(parseKey(recordKey(kind, name, "0123456789ab"))).toEqual({ kind, name });
    expect(kinds[kind].lost).toMatch(/^[a-z].*[^.]$/);
  }
  for (const key of ["", "x", "0123456789ab", "stranger/pane/%1", "door/stranger/access/1", "native/"])
    expect(parseKey(key), key).toBeUndefined();
});
