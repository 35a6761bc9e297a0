/**
 * Adds the present version of each kind of kept record to src/daemon/records/frozen.jsonl: `node
 * scripts/freeze-records.mjs`, after a build. test/pins/records.test.ts compares them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { changes } from "./incompatibilities.mjs";

/** @typedef {{ kind: string, version: number, key: string, schema: object }} FrozenKind */

/**
 * How the present shapes break the promise of the frozen ones.
 * @param {readonly FrozenKind[]} frozen
 * @param {readonly FrozenKind[]} present
 * @returns {string[]}
 */
export function brokenPromises(frozen, present) {
  return frozen.flatMap(({ kind, version, key, schema }) => {
    const now = present.find((each) => each.kind === kind);
    const at = `${kind} (version ${version})`;
    if (!now || now.version < version)
      return [`${at} is gone, but earlier daemons have written such records`];
    const unread = changes(at, schema, now.schema, "sent").map((fault) => `${fault}: is no longer read`);
    if (key !== now.key) unread.push(`${at}: its key was ${key}, is ${now.key}: is no longer found`);
    if (now.version > version) return unread;
    const misread = changes(at, schema, now.schema, "received");
    return [...unread, ...misread.map((fault) => `${fault}: raise the version of ${kind} in kinds.ts`)];
  });
}

/** @returns {FrozenKind[]} */
export function readFrozen() {
  const file = new URL("../src/daemon/records/frozen.jsonl", import.meta.url);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.flatMap((line) => (line === "" ? [] : JSON.parse(line)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @param {string} name */
  const compiled = (name) => import(new URL(`../dist/${name}.js`, import.meta.url).href);
  const { frozenKinds } = await compiled("daemon/records/kinds");
  /** @type {FrozenKind[]} */
  const present = frozenKinds();
  const frozen = readFrozen();
  const broken = brokenPromises(frozen, present);
  if (broken.length > 0) {
    console.error(broken.join("\n"));
    process.exit(1);
  }
  const older = frozen.filter(({ kind, version }) =>
    present.every((now) => now.kind !== kind || now.version !== version),
  );
  const lines = [...older, ...present].map((each) => `${JSON.stringify(each)}\n`);
  writeFileSync(new URL("../src/daemon/records/frozen.jsonl", import.meta.url), lines.join(""));
}
