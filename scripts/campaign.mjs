/**
 * Attacks the product on purpose and counts what breaks (test/campaign). Prints one table, and ends with status 1 when
 * anything was lost, doubled, crashed, wrong or silent.
 *
 *   npm run campaign                       the quick campaign: minutes
 *   npm run campaign -- --scale 50         fifty times as much of each attack: hours
 *   npm run campaign -- --only fuzz        only the attacks of that file
 *   npm run campaign -- --attack journals  only the attacks whose name matches
 *   npm run campaign -- --seed 7           the same random choices as another run with this seed
 *   npm run campaign -- --write            puts the rows into the table of docs/reliability.md
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs/reliability.md");
const BEGIN = "<!-- The table below is written by `npm run campaign -- --write`. -->";
const END = "<!-- End of the table. -->";

/** @param {string} name */
function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} ms
 * @property {number} rounds
 * @property {number} lost
 * @property {number} doubled
 * @property {number} crashed
 * @property {number} wrong
 * @property {number} refused
 * @property {number} silent
 * @property {number} [peakMb]
 * @property {string[]} findings
 */

const HEAD = ["attack", "rounds", "lost", "doubled", "crashed", "wrong", "silent", "refused", "peak MB"];

/** @param {readonly string[]} cells */
const line = (cells) => `| ${cells.join(" | ")} |`;

/** @param {Row} row */
function rowOf(row) {
  const counts = [row.lost, row.doubled, row.crashed, row.wrong, row.silent].map(String);
  const peak = row.peakMb === undefined ? "" : String(Math.round(row.peakMb));
  return [row.name, row.rounds.toLocaleString("en"), ...counts, row.refused.toLocaleString("en"), peak];
}

/** @param {ReadonlyMap<string, string>} lines of the table by the attack's name */
function table(lines) {
  return [line(HEAD), line(HEAD.map((_, i) => (i === 0 ? "---" : "---:"))), ...lines.values()].join("\n");
}

/**
 * Rows of attacks that did not run this time stay as they are.
 * @param {ReadonlyMap<string, string>} lines
 */
function write(lines) {
  const before = readFileSync(page, "utf8");
  const from = before.indexOf(BEGIN) + BEGIN.length;
  const to = before.indexOf(END);
  if (from < BEGIN.length || to < 0) throw new Error(`${page} has no place for the table`);
  const known = before
    .slice(from, to)
    .split("\n")
    .filter((text) => text.startsWith("| "))
    .slice(2)
    .map((text) => /** @type {const} */ ([text.split(" | ")[0]?.slice(2) ?? "", text]));
  const text = table(new Map([...known, ...lines]));
  writeFileSync(page, `${before.slice(0, from)}\n${text}\n${before.slice(to)}`);
}

const seed = option("seed") ?? String(1 + Math.floor(Math.random() * 1e9));
const only = option("only");
const directory = mkdtempSync(join(tmpdir(), "campaign-"));
const file = join(directory, "rows");
writeFileSync(file, "");
console.log(`campaign: seed ${seed}`);
const argv = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/campaign/vitest.config.ts"];
const named = option("attack");
const files = [...(only === undefined ? [] : [only]), ...(named === undefined ? [] : ["-t", named])];
const { status } = spawnSync(process.execPath, [...argv, ...files], {
  cwd: root,
  env: { ...process.env, CAMPAIGN_ROWS: file, CAMPAIGN_SEED: seed, CAMPAIGN_SCALE: option("scale") ?? "1" },
  stdio: ["ignore", "inherit", "inherit"],
});
/** @type {Row[]} */
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));
rmSync(directory, { recursive: true });
const lines = new Map(rows.map((row) => [row.name, line(rowOf(row))]));
console.log(`\n${table(lines)}\n`);
for (const { name, findings } of rows) for (const finding of findings) console.log(`${name}: ${finding}`);
if (process.argv.includes("--write")) write(lines);
process.exit(status ?? 1);
