import { type Cell, lengthAlong, placeCells, replaceCell, siblingOf } from "./cell.ts";
import type { StatusLine } from "./status-line.ts";
import { stretch } from "./stretch.ts";

/**
 * Takes a leaf out: the cell before it in its branch (after it, for the first) gets its space, and a branch that is
 * left with one child is replaced by it. The new root is returned; undefined where the leaf was all there was.
 */
export function removeCell(root: Cell, leaf: Cell, status: StatusLine): Cell | undefined {
  const parent = leaf.parent;
  if (!parent || parent.kind === "leaf") return undefined;
  const heir = siblingOf(leaf, -1) ?? siblingOf(leaf, 1);
  if (heir) stretch(heir, parent.kind, lengthAlong(leaf, parent.kind) + 1, status);
  parent.children.splice(parent.children.indexOf(leaf), 1);
  leaf.parent = undefined;

  const only = parent.children.length === 1 ? parent.children[0] : undefined;
  const top = only ? replaceCell(root, parent, only) : root;
  placeCells(top);
  return top;
}
