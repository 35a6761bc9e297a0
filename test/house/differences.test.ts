import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandTable } from "../../src/doors/tmux/command-table.ts";
import { differences as ofFormats } from "../differential/format/differences.ts";
import { differences as ofScreens } from "../differential/screen/differences.ts";
import { differences as ofCommands } from "../differential/tmux/differences.ts";
import { root } from "../fixtures/daemon.ts";

const PAGE = join(root, "docs/coming-from-tmux.md");
const BEGIN =
  "<!-- differences: written by WRITE_DIFFERENCES=1 npx vitest run test/house/differences.test.ts -->\n";
const END = "<!-- end of differences -->\n";

const cell = (text: string) => text.replaceAll("|", "\\|");
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The lists that the differential tests keep, as a reader wants them. */
function listed(): string {
  const rows = Object.entries(ofCommands).map(
    ([name, { tmux, mullion, tmuxsWay = "" }]) =>
      `| ${cell(sentence(name))} | ${cell(tmux)} | ${cell(mullion)} | ${cell(tmuxsWay)} |`,
  );
  const flags = commandTable.flatMap(({ name, differingFlags = {} }) =>
    Object.entries(differingFlags).map(([flag, what]) => `- \`${name} -${flag}\`: ${what}.`),
  );
  const formats = Object.entries(ofFormats).map(([text, reason]) => `- \`${text}\`: ${reason}.`);
  const screens = Object.entries(ofScreens).map(([name, { reason }]) => `- ${sentence(name)}: ${reason}`);
  return [
    "| what | tmux | Mullion | tmux's way |",
    "|---|---|---|---|",
    ...rows,
    "",
    "In single flags:",
    "",
    ...flags,
    "",
    "In formats:",
    "",
    ...formats,
    "",
    "On the screen:",
    "",
    ...screens,
    "",
  ].join("\n");
}

test("the page for people who come from tmux lists every deliberate difference", () => {
  const page = readFileSync(PAGE, "utf8");
  const from = page.indexOf(BEGIN) + BEGIN.length;
  const to = page.indexOf(END);
  expect(from).toBeGreaterThan(BEGIN.length);
  if (process.env.WRITE_DIFFERENCES === "1")
    writeFileSync(PAGE, page.slice(0, from) + listed() + page.slice(to));
  else expect(page.slice(from, to)).toBe(listed());
});
