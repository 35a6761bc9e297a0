import { MuxError } from "../errors.ts";
import { idNumber } from "../ids.ts";
import type { Axis, Cell } from "../tree/tree.ts";
import { createLeaf, leavesOf, lengthAlong } from "./cell.ts";
import { removeCell } from "./remove.ts";

/**
 * Layouts as text: `bb62,159x48,0,0{79x48,0,0,1,79x48,80,0,2}`. A checksum, then each cell's size and offset, then its
 * pane's number or, in braces (left to right) or brackets (top to bottom), its children.
 */
export function formatLayout(root: Cell): string {
  const body = formatCell(root);
  return `${checksum(body).toString(16).padStart(4, "0")},${body}`;
}

const BRACKETS = { "left-right": "{}", "top-bottom": "[]" } as const;

function formatCell(cell: Cell): string {
  const { cols, rows, left, top, pane } = cell;
  const place = `${cols}x${rows},${left},${top}`;
  if (cell.kind === "leaf") return pane ? `${place},${idNumber(pane.id)}` : place;
  const [open, close] = BRACKETS[cell.kind];
  return `${place}${open}${cell.children.map(formatCell).join(",")}${close}`;
}

function checksum(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    sum = (sum >> 1) + ((sum & 1) << 15);
    sum = (sum + text.charCodeAt(at)) & 0xffff;
  }
  return sum;
}

/**
 * Parses a tree of leaves without panes, one for each of `count`. A layout with more cells loses those at the lower
 * right; one with fewer is rejected. Pane numbers in the text are ignored: panes are assigned in order.
 */
export function parseLayout(text: string, count: number): Cell {
  const body = text.slice(5);
  const parser = new LayoutParser(body);
  if (!/^[0-9a-f]{4},/i.test(text) || Number.parseInt(text.slice(0, 4), 16) !== checksum(body))
    throw bad(text);
  let root = parser.cell();
  if (!root || !parser.atEnd) throw bad(text);

  const cells = leavesOf(root).length;
  if (cells < count) throw bad(text, `have ${count} panes but need ${cells}`);
  try {
    for (let surplus = cells - count; surplus > 0; surplus--)
      root = removeCell(root, leavesOf(root).at(-1)!, "off") ?? root;
  } catch (error) {
    // A cell smaller than its content cannot absorb a neighbour's space. The real tmux crashes here.
    if (error instanceof RangeError) throw bad(text, MISMATCH);
    throw error;
  }
  correctRoot(root);
  if (!fits(root)) throw bad(text, MISMATCH);
  return withoutLoneBranches(root);
}

const MISMATCH = "size mismatch after applying layout";

function bad(text: string, cause = "invalid layout"): MuxError {
  return new MuxError("bad-layout", `${cause}: ${text}`);
}

/** Some existing layouts state a wrong total size: the sum of the outermost children counts. */
function correctRoot(root: Cell): void {
  if (root.kind === "leaf") return;
  const last = root.children.at(-1)!;
  const total = root.children.reduce((sum, child) => sum + lengthAlong(child, root.kind as Axis) + 1, -1);
  root.cols = root.kind === "left-right" ? total : last.cols;
  root.rows = root.kind === "left-right" ? last.rows : total;
}

function fits(cell: Cell): boolean {
  if (cell.kind === "leaf") return true;
  const across: Axis = cell.kind === "left-right" ? "top-bottom" : "left-right";
  const axis = cell.kind;
  const total = cell.children.reduce((sum, child) => sum + lengthAlong(child, axis) + 1, -1);
  return (
    total === lengthAlong(cell, axis) &&
    cell.children.every((child) => lengthAlong(child, across) === lengthAlong(cell, across) && fits(child))
  );
}

/** A branch with one child is redundant; the text may contain one, the tree never does. */
function withoutLoneBranches(cell: Cell): Cell {
  cell.children = cell.children.map(withoutLoneBranches);
  for (const child of cell.children) child.parent = cell;
  const only = cell.children.length === 1 ? cell.children[0]! : cell;
  if (only !== cell) only.parent = undefined;
  return only;
}

/** Larger sizes and offsets do not belong to a real terminal. */
const LARGEST = 10_000;
/** Deeper than any window is divided; the limit protects the stack from crafted text. */
const DEEPEST = 256;

/** The size and the offset of a cell, and the number of its pane. */
const PLACE = /(\d+)x(\d+),(\d+),(\d+)(?:,\d+(?!\d*x))?/y;

class LayoutParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Parses one cell with its content; undefined if the text is not a cell. */
  cell(): Cell | undefined {
    PLACE.lastIndex = this.#at;
    const place = PLACE.exec(this.#text);
    if (!place) return undefined;
    this.#at = PLACE.lastIndex;
    const [cols, rows, left, top] = place.slice(1, 5).map(Number) as [number, number, number, number];
    if (Math.max(cols, rows, left, top) > LARGEST || Math.min(cols, rows) < 1) return undefined;
    const cell = Object.assign(createLeaf({ cols, rows }), { left, top });

    const open = this.#text[this.#at];
    if (open === undefined || open === "," || open === "}" || open === "]") return cell;
    if (open !== "{" && open !== "[") return undefined;
    cell.kind = open === "{" ? "left-right" : "top-bottom";
    return this.#children(cell, open === "{" ? "}" : "]");
  }

  #children(cell: Cell, close: string): Cell | undefined {
    if (++this.#depth > DEEPEST) return undefined;
    do {
      this.#at++;
      const child = this.cell();
      if (!child) return undefined;
      child.parent = cell;
      cell.children.push(child);
    } while (this.#text[this.#at] === ",");
    if (this.#text[this.#at] !== close) return undefined;
    this.#at++;
    this.#depth--;
    return cell;
  }
}
