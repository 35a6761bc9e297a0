import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

declare const axe: { run(part: Element | Document): Promise<AxeResults> };

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds in the page, or in its open dialog: serious and critical findings, each with the elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  const results = await page.evaluate(() => axe.run(document.querySelector("dialog") ?? document));
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}
