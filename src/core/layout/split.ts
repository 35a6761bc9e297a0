import { MuxError } from "../errors.ts";
import type { Axis, Cell } from "../tree/tree.ts";
import {
  createBranch,
  createLeaf,
  lengthAlong,
  PANE_MINIMUM,
  placeCells,
  replaceCell,
  setLengthAlong,
} from "./cell.ts";
import { fitChildren, fitsInto } from "./proportion.ts";
import { hasStatusLine, type StatusLine } from "./status-line.ts";

export interface Split {
  readonly axis: Axis;
  /** Length of the new cell; absent: half. Out of range is clamped, as in tmux. */
  readonly length?: number;
  /** The new cell stands left of or above the old one. */
  readonly before?: boolean;
  readonly status: StatusLine;
}

export interface SplitResult {
  readonly root: Cell;
  /** The new leaf, still without a pane. */
  readonly cell: Cell;
}

/** Divides a leaf in two. */
export function splitCell(root: Cell, leaf: Cell, split: Split): SplitResult {
  const lengths = splitLengths(leaf, split);
  const added = createLeaf(leaf);
  const top = insertBeside(root, leaf, added, split);
  const [first, second] = split.before ? [added, leaf] : [leaf, added];
  setLengthAlong(first, split.axis, lengths.first);
  setLengthAlong(second, split.axis, lengths.second);
  placeCells(top);
  return { root: top, cell: added };
}

/** Makes room for a new cell over the whole side of the window; the others shrink in proportion. */
export function splitRoot(root: Cell, split: Split): SplitResult {
  const { axis } = split;
  const lengths = splitLengths(root, split);
  const [kept, given] = split.before ? [lengths.second, lengths.first] : [lengths.first, lengths.second];
  if (!fitsInto(root, { axis, length: kept, status: split.status })) throw noSpace();

  const added = createLeaf(root);
  setLengthAlong(added, axis, given);
  const whole = lengthAlong(root, axis);
  setLengthAlong(root, axis, kept);
  fitChildren(root, split.status);
  const top = root.kind === axis ? root : createBranch(axis, root, [root]);
  setLengthAlong(top, axis, whole);
  added.parent = top;
  if (split.before) top.children.unshift(added);
  else top.children.push(added);
  placeCells(top);
  return { root: top, cell: added };
}

/** The shortest length along the axis that a cell must have to be divided. */
export function divisibleLength(cell: Cell, { axis, status }: Split): number {
  const line = axis === "top-bottom" && hasStatusLine(cell, status) ? 1 : 0;
  return PANE_MINIMUM * 2 + 1 + line;
}

function splitLengths(cell: Cell, split: Split): { first: number; second: number } {
  const total = lengthAlong(cell, split.axis);
  if (total < divisibleLength(cell, split)) throw noSpace();
  const second = Math.min(Math.max(wantedSecond(total, split), PANE_MINIMUM), total - 1 - PANE_MINIMUM);
  return { first: total - 1 - second, second };
}

function wantedSecond(total: number, { length, before }: Split): number {
  if (length === undefined) return Math.ceil(total / 2) - 1;
  if (!before) return length;
  // A new first cell longer than the whole leaves nothing for the second, and tmux then gives the second everything.
  return length >= total ? total : total - length - 1;
}

function insertBeside(root: Cell, leaf: Cell, added: Cell, { axis, before }: Split): Cell {
  const parent = leaf.parent;
  if (parent?.kind === axis) {
    added.parent = parent;
    parent.children.splice(parent.children.indexOf(leaf) + (before ? 0 : 1), 0, added);
    return root;
  }
  const branch = createBranch(axis, leaf);
  const top = replaceCell(root, leaf, branch);
  branch.children = before ? [added, leaf] : [leaf, added];
  added.parent = branch;
  leaf.parent = branch;
  return top;
}

export function noSpace(): MuxError {
  return new MuxError("no-space", "no space for new pane");
}
