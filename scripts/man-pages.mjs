/** Writes the manual pages from the table of verbs into dist/man, where package.json refers to them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const built = new URL("../dist/", import.meta.url);
const { verbs } = await import(new URL("cli/verb-table.js", built).href);
const { manPages } = await import(new URL("cli/man-page.js", built).href);
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const directory = new URL("man/", built);
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
for (const { file, text } of manPages(verbs, version)) writeFileSync(new URL(file, directory), text);
