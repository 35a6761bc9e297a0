/**
 * Changes the source at random places, one change at a time, and checks that tests notice. For code that only processes
 * exercise: Stryker keeps all changes in one program, but a daemon starts from its bundle. Works in a copy of the tree.
 *
 *   cp -r . /tmp/mutants && cd /tmp/mutants
 *   npm install --no-save @stryker-mutator/core @stryker-mutator/vitest-runner
 *   node scripts/mutation/sample.mjs --room daemon --count 30 --seed 1 --results results.jsonl
 *
 * The changes are Stryker's own, without those of texts, and each bound multiplied by 1000. `--untested` takes them only
 * from files that have no unit test beside them. One line of the results for each change; a run with the same seed and
 * results continues where an earlier one stopped.
 *
 * `--ranges` prints the sampled places for Stryker instead, which is faster for code with unit tests:
 *
 *   npx stryker run scripts/mutation/stryker.config.json --mutate "$(node scripts/mutation/sample.mjs --room screen --ranges)"
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { beside, rooms } from "./rooms.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @typedef {object} Change
 * @property {string} file
 * @property {string} kind
 * @property {number} from offset of the first character that is replaced
 * @property {number} to
 * @property {string} text
 */

/** @param {string} name @param {string} fallback */
function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return (at < 0 ? undefined : process.argv[at + 1]) ?? fallback;
}

/** Changes of texts say little: a sentence is compared where a caller depends on it. */
const EXCLUDED = ["StringLiteral", "ObjectLiteral", "ArrayDeclaration"];

/** @param {readonly string[]} files @returns {Promise<Change[]>} */
async function strykersChanges(files) {
  const near = createRequire(createRequire(join(root, "package.json")).resolve("@stryker-mutator/core"));
  const { Instrumenter } = await import(pathToFileURL(near.resolve("@stryker-mutator/instrumenter")).href);
  const silent = () => {};
  const logger = { isDebugEnabled: () => false, debug: silent, info: silent, warn: silent };
  const sources = files.map((name) => ({
    name: join(root, name),
    mutate: true,
    content: readFileSync(join(root, name), "utf8"),
  }));
  const { mutants } = await new Instrumenter(logger).instrument(sources, {
    plugins: null,
    excludedMutations: EXCLUDED,
    ignorers: [],
    noHeader: true,
  });
  const contents = new Map(sources.map(({ name, content }) => [name, content]));
  const meant = mutants.filter((/** @type {any} */ { mutatorName }) => !EXCLUDED.includes(mutatorName));
  return meant.map((/** @type {any} */ { fileName, location, replacement, mutatorName }) => {
    const at = offsets(contents.get(fileName) ?? "");
    return {
      file: fileName.slice(root.length),
      kind: mutatorName,
      from: at(location.start),
      to: at(location.end),
      text: replacement,
    };
  });
}

/** @param {string} content */
function offsets(content) {
  const starts = [0];
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) starts.push(at + 1);
  return (/** @type {{ line: number, column: number }} */ { line, column }) => (starts[line] ?? 0) + column;
}

/** Constants of a file that hold a number, such as times, sizes and counts. @param {string} file @returns {Change[]} */
function boundChanges(file) {
  const content = readFileSync(join(root, file), "utf8");
  return [...content.matchAll(/^(?:export )?const [A-Z][A-Z_0-9]* = ([0-9][0-9_ *]*);/gm)].map((found) => {
    const value = found[1] ?? "";
    const from = found.index + found[0].length - 1 - value.length;
    return { file, kind: "Bound", from, to: from + value.length, text: `(${value}) * 1000` };
  });
}

/** mulberry32 @param {number} seed */
function generator(seed) {
  let state = seed;
  return (/** @type {number} */ limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) % limit) | 0;
  };
}

/** @template T @param {readonly T[]} from @param {number} seed @returns {T[]} */
function shuffled(from, seed) {
  const below = generator(seed);
  const all = [...from];
  for (let i = all.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [all[i], all[j]] = [/** @type {T} */ (all[j]), /** @type {T} */ (all[i])];
  }
  return all;
}

/**
 * Those changes that lie in one line, as Stryker's option `mutate` names places.
 * @param {readonly Change[]} changes
 */
function rangesOf(changes) {
  const places = changes.flatMap(({ file, from, to }) => {
    const before = readFileSync(join(root, file), "utf8").slice(0, to).split("\n");
    const start = (before.at(-1)?.length ?? 0) - (to - from);
    return start < 0 ? [] : [`${file}:${before.length}:${start}-${before.length}:${start + to - from}`];
  });
  return [...new Set(places)].join(",");
}

/** Bundles the daemon from its source. False: the change does not compile. */
async function bundle() {
  const { rolldown } = await import("rolldown");
  try {
    const made = await rolldown({
      input: join(root, "src/daemon/serve.ts"),
      platform: "node",
      logLevel: "silent",
    });
    await made.write({ format: "esm", file: join(root, "dist/daemon/bundle.js"), codeSplitting: false });
    await made.close();
    return true;
  } catch {
    return false;
  }
}

const LIMIT_MS = 5 * 60_000;

/**
 * The first test that fails, and its error; undefined if all pass.
 * @param {readonly string[]} tests
 * @returns {{ by: string, why: string } | undefined}
 */
function failing(tests) {
  const present = tests.filter((test) => existsSync(join(root, test)));
  if (present.length === 0) return undefined;
  const argv = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--maxWorkers", "2", "--retry", "0"];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [...argv, ...present], {
    cwd: root,
    timeout: LIMIT_MS,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status === 0) return undefined;
  if (error !== undefined) return { by: "the run", why: "timed out" };
  const [, by = "the run", why = ""] = /FAIL +(.*)\n(.*)/.exec(stripVTControlCharacters(stderr)) ?? [];
  return { by, why: why === "" ? stripVTControlCharacters(`${stdout}${stderr}`).slice(-300) : why };
}

/** A busy machine fails such a test by itself. */
const LATE = /timed? ?out|did not answer|deadline|within \d+/i;

/**
 * A test that was late proves something only if it is late again, and passes without the change.
 * @param {{ by: string, why: string }} failure
 * @param {readonly string[]} stage
 * @param {{ apply: () => Promise<boolean>, restore: () => Promise<boolean> }} change
 */
async function proves({ by, why }, stage, change) {
  if (!LATE.test(why)) return true;
  const named = stage.filter((test) => by.startsWith(test));
  const tests = named.length > 0 ? named : stage;
  if (failing(tests) === undefined) return false;
  await change.restore();
  const sound = failing(tests) === undefined;
  await change.apply();
  return sound;
}

/** @param {Change} change @param {(file: string) => readonly (readonly string[])[]} testsOf */
async function tryOut({ file, from, to, text }, testsOf) {
  const path = join(root, file);
  const sound = readFileSync(path, "utf8");
  /** @param {string} content */
  const put = (content) => {
    writeFileSync(path, content);
    return bundle();
  };
  const apply = () => put(sound.slice(0, from) + text + sound.slice(to));
  const restore = () => put(sound);
  try {
    if (!(await apply())) return { status: "invalid" };
    for (const stage of testsOf(file)) {
      const failure = failing(stage);
      if (failure !== undefined && (await proves(failure, stage, { apply, restore })))
        return { status: "killed", ...failure };
    }
    return { status: "survived" };
  } finally {
    writeFileSync(path, sound);
  }
}

const name = option("room", "daemon");
const room = rooms[name];
if (room === undefined) throw new Error(`--room is one of ${Object.keys(rooms).join(", ")}`);
const results = option("results", join(root, "mutants.jsonl"));
const known = existsSync(results)
  ? readFileSync(results, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  : [];
const files = room.directories
  .flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: "utf8" }).map((each) =>
      join(directory, each),
    ),
  )
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .filter((file) => !process.argv.includes("--untested") || !existsSync(join(root, beside(file))))
  .sort();
const changes = [...(await strykersChanges(files)), ...files.flatMap(boundChanges)];
const seed = Number(option("seed", "1"));
const sample = shuffled(changes, seed);
if (process.argv.includes("--ranges")) {
  console.log(rangesOf(sample.slice(0, Number(option("count", "30")))));
  process.exit();
}
console.log(`${name}: ${changes.length} possible changes, seed ${seed}`);
let count = 0;
for (const change of sample) {
  if (count >= Number(option("count", "30"))) break;
  const mark = `${change.file}:${change.from}:${change.to}:${change.text}`;
  const before = known.find((each) => each.mark === mark);
  if (before !== undefined) {
    if (before.status !== "invalid") count += 1;
    continue;
  }
  const line = readFileSync(join(root, change.file), "utf8").slice(0, change.from).split("\n").length;
  const outcome = await tryOut(change, room.testsOf);
  if (outcome.status !== "invalid") count += 1;
  const { file, kind, text } = change;
  const result = { room: name, seed, ...outcome, file, line, kind, text: text.slice(0, 200), mark };
  appendFileSync(results, `${JSON.stringify(result)}\n`);
  known.push(result);
  console.log(`${outcome.status} ${file}:${line} ${kind} ${text.slice(0, 80).replaceAll("\n", " ")}`);
}
const mine = known.filter((each) => each.room === name && each.seed === seed);
const killed = mine.filter(({ status }) => status === "killed").length;
const survived = mine.filter(({ status }) => status === "survived").length;
console.log(`${name}: ${killed} of ${killed + survived} detected`);
await bundle();
