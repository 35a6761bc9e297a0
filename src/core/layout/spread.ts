import type { Axis, Cell } from "../tree/tree.ts";
import { lengthAlong, placeCells } from "./cell.ts";
import { hasStatusLine, type StatusLine } from "./status-line.ts";
import { spareLength, stretch } from "./stretch.ts";

/** Shares space evenly in the branch of a leaf; where it is even already, in the next one around it that is not. */
export function spreadOut(root: Cell, leaf: Cell, status: StatusLine): boolean {
  for (let branch = leaf.parent; branch; branch = branch.parent) {
    if (!spreadBranch(branch, status)) continue;
    placeCells(root);
    return true;
  }
  return false;
}

/**
 * Gives every child of a branch the same length, the last one what is left over. False where that changes nothing, or
 * where a child cannot become so small.
 */
export function spreadBranch(branch: Cell, status: StatusLine): boolean {
  if (branch.kind === "leaf" || branch.children.length < 2) return false;
  const axis = branch.kind;
  const changes = evenLengths(branch, axis, status)?.map((length, index) => {
    const child = branch.children[index]!;
    return { child, by: length - lengthAlong(child, axis) };
  });
  if (!changes || changes.every(({ by }) => by === 0)) return false;
  if (changes.some(({ child, by }) => by < 0 && spareLength(child, axis, status) < -by)) return false;
  for (const { child, by } of changes) stretch(child, axis, by, status);
  return true;
}

function evenLengths(branch: Cell, axis: Axis, status: StatusLine): number[] | undefined {
  const count = branch.children.length;
  const line = axis === "top-bottom" && hasStatusLine(branch, status) ? 1 : 0;
  const total = lengthAlong(branch, axis) - line;
  const each = Math.floor((total - (count - 1)) / count);
  if (each < 1) return undefined;
  return branch.children.map((child, index) => {
    const length = index === count - 1 ? total - (each + 1) * (count - 1) : each;
    return length + (line && hasStatusLine(child, status) ? 1 : 0);
  });
}
