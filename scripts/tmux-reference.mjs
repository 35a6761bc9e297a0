/**
 * Writes docs/reference/tmux.md from the table of commands: `node scripts/tmux-reference.mjs`. A test compares it with
 * the table.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} [alias]
 * @property {string} flags
 * @property {Readonly<Record<string, string>>} [differingFlags]
 * @property {string} [laterFlags]
 */

/** @param {readonly Entry[]} table */
export function tmuxReference(table) {
  const rows = table.map(row);
  const flags = rows.flatMap(({ flags }) => flags);
  /** @param {readonly { state: string }[]} list @param {string} state */
  const count = (list, state) => list.filter((item) => item.state === state).length;
  /** @param {string} what @param {readonly { state: string }[]} list */
  const line = (what, list) =>
    `| ${what} | ${list.length} | ${count(list, "same")} | ${count(list, "differs")} |`;
  return [
    "# The commands of `tmux`",
    "",
    "Made from `src/doors/tmux/command-table.ts`. What is the same is compared with tmux 3.3a, call by call, in",
    "`test/differential/tmux`; deliberate differences in what a command does stand in `differences.ts` there.",
    "",
    "| | all | same | differs |",
    "|---|---|---|---|",
    line("commands", rows),
    line("flags", flags),
    "",
    "| command | flags | |",
    "|---|---|---|",
    ...rows.map(({ title, letters, notes }) => `| ${title} | ${letters} | ${notes} |`),
    "",
  ].join("\n");
}

/** @param {Entry} entry */
function row({ name, alias, flags, differingFlags = {}, laterFlags = "" }) {
  const letters = [...flags.matchAll(/([0-9A-Za-z]):*/g)].map(([, letter = ""]) => letter).sort();
  const known = letters.filter((letter) => !laterFlags.includes(letter));
  const states = known.map((letter) => ({
    state: letter in differingFlags ? "differs" : "same",
  }));
  const notes = [
    ...Object.entries(differingFlags).map(([flag, why]) => `\`-${flag}\` differs: ${why}`),
    ...(laterFlags === "" ? [] : [`\`-${laterFlags}\` as in later versions`]),
  ];
  const differs = Object.keys(differingFlags).length > 0;
  return {
    state: differs ? "differs" : "same",
    flags: states,
    title: alias === undefined ? `\`${name}\`` : `\`${name}\` (\`${alias}\`)`,
    letters: known.length === 0 ? "" : `\`-${known.join("")}\``,
    notes: notes.join("; "),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { commandTable } = await import(new URL("../dist/doors/tmux/command-table.js", import.meta.url).href);
  writeFileSync(new URL("../docs/reference/tmux.md", import.meta.url), tmuxReference(commandTable));
}
