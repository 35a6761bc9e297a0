import { readableOn } from "../parts/contrast.ts";
import { cssColour, type ScreenTheme } from "../parts/palette.ts";
import { CURSOR, parseStyle, type TextCell } from "./text-cells.ts";

/** How lines are drawn: the page's theme, and the least contrast that it asks of a program's colours. */
export interface LineLook {
  readonly theme: ScreenTheme;
  readonly ground: string;
  readonly text: string;
  readonly contrast: number;
}

/** An address ends before the sign that ends its sentence. */
const ADDRESS = /https?:\/\/[^\s"'<>`│]*[^\s"'<>`│.,;:!?)\]}]/g;

interface TextRun {
  text: string;
  readonly style: string;
  /** The address that the run is part of. */
  readonly address: string | undefined;
}

/** Two lines with the same key look the same. */
export function keyOf(cells: readonly TextCell[]): string {
  return runsOf(cells)
    .map(({ text, style }) => `${style}\t${text}`)
    .join("\n");
}

export function lineElement(cells: readonly TextCell[], look: LineLook): HTMLElement {
  const line = document.createElement("div");
  for (const run of runsOf(cells)) line.append(runElement(run, look));
  // An empty line has a height too.
  if (cells.length === 0) line.append("\n");
  return line;
}

function runsOf(cells: readonly TextCell[]): TextRun[] {
  const addresses = addressesIn(cells);
  const runs: TextRun[] = [];
  for (const [index, { text, style }] of cells.entries()) {
    const last = runs.at(-1);
    const address = addresses.get(index);
    if (last && last.style === style && last.address === address) last.text += text;
    else runs.push({ text, style, address });
  }
  return runs;
}

/** For each cell of an address, the address. */
function addressesIn(cells: readonly TextCell[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const text = cells.map((cell) => cell.text).join("");
  if (!text.includes("://")) return found;
  const starts = cells.flatMap((cell, index) => Array.from({ length: cell.text.length }, () => index));
  for (const { 0: address, index } of text.matchAll(ADDRESS))
    for (let at = index; at < index + address.length; at++) found.set(starts[at] ?? 0, address);
  return found;
}

function runElement({ text, style, address }: TextRun, look: LineLook): Node {
  const { fg, bg, flags } = parseStyle(style);
  if (fg === -1 && bg === -1 && flags === "" && address === undefined) return document.createTextNode(text);
  const run = address === undefined ? document.createElement("span") : linkElement(address);
  run.textContent = text;
  if (flags !== "") run.className = [...flags].map((flag) => `is-${flag}`).join(" ");
  if (!flags.includes(CURSOR)) paint(run, { fg, bg, isReversed: flags.includes("r") }, look);
  return run;
}

function linkElement(address: string): HTMLElement {
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}

function paint(
  run: HTMLElement,
  { fg, bg, isReversed }: { readonly fg: number; readonly bg: number; readonly isReversed: boolean },
  { theme, ground, text, contrast }: LineLook,
): void {
  const [own, behind] = [cssColour(fg, theme), cssColour(bg, theme)];
  const [front, back] = isReversed ? [behind ?? ground, own ?? text] : [own, behind];
  if (back !== undefined) run.style.backgroundColor = back;
  if (front !== undefined || back !== undefined)
    run.style.color = readableOn(front ?? text, back ?? ground, contrast);
}
