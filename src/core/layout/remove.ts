import type { Cell } from "../tree/tree.ts";
import { lengthAlong, placeCells, replaceCell, siblingOf } from "./cell.ts";
import type { StatusLine } from "./status-line.ts";
import { stretch } from "./stretch.ts";

/**
 * Removes a leaf: the previous cell of its branch (the next one, for the first) gets its space, and a branch left
 * with one child is replaced by that child. Returns the new root; undefined if the leaf was the whole tree.
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
