/**
 * A window's layout, from tmux's text: `bb62,159x48,0,0{79x48,0,0,1,79x48,80,0,2}`. A checksum, then each cell's size and
 * offset, then its pane's number or, in braces (left to right) or brackets (top to bottom), its children.
 */
export interface LayoutCell {
  readonly cols: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** tmux's id of the pane, such as %3; undefined in a cell with children. */
  readonly pane: string | undefined;
  readonly across: boolean;
  readonly children: readonly LayoutCell[];
}

const CELL = /^(\d+)x(\d+),(\d+),(\d+)(?:,(\d+)(?!\d*x))?/;

/** Undefined for a text that is no layout. */
export function readLayout(text: string): LayoutCell | undefined {
  const reader = { rest: text.slice(text.indexOf(",") + 1) };
  const root = readCell(reader);
  return reader.rest === "" ? root : undefined;
}

function readCell(reader: { rest: string }): LayoutCell | undefined {
  const match = CELL.exec(reader.rest);
  if (!match) return undefined;
  reader.rest = reader.rest.slice(match[0].length);
  const [cols = 0, rows = 0, left = 0, top = 0] = match.slice(1, 5).map(Number);
  const children: LayoutCell[] = [];
  const across = reader.rest[0] === "{";
  const close = across ? "}" : reader.rest[0] === "[" ? "]" : undefined;
  if (close !== undefined) {
    do {
      reader.rest = reader.rest.slice(1);
      const child = readCell(reader);
      if (!child) return undefined;
      children.push(child);
    } while (reader.rest[0] === ",");
    if (reader.rest[0] !== close) return undefined;
    reader.rest = reader.rest.slice(1);
  }
  const pane = match[5] === undefined ? undefined : `%${match[5]}`;
  return { cols, rows, left, top, pane, across, children };
}

export function leavesOf(cell: LayoutCell): LayoutCell[] {
  return cell.pane === undefined ? cell.children.flatMap(leavesOf) : [cell];
}

/** The line between two neighbours. A person moves it to give one of them more room. */
export interface Border {
  /** The line is upright: the neighbours stand side by side. */
  readonly upright: boolean;
  readonly left: number;
  readonly top: number;
  readonly length: number;
  /** The size of the neighbour before the line. */
  readonly size: number;
  /** tmux's ids of a pane in each neighbour. */
  readonly before: string;
  readonly after: string;
  /** The two neighbours' sizes together: neither can have all of it. */
  readonly room: number;
}

export function bordersOf(cell: LayoutCell): Border[] {
  const own = cell.children.slice(0, -1).flatMap((child, index) => {
    const next = cell.children[index + 1]!;
    const [before, after] = [child, next].map((neighbour) => leavesOf(neighbour)[0]?.pane);
    if (before === undefined || after === undefined) return [];
    const upright = cell.across;
    const { left, top } = upright
      ? { left: child.left + child.cols, top: child.top }
      : { left: child.left, top: child.top + child.rows };
    const size = upright ? child.cols : child.rows;
    const room = size + (upright ? next.cols : next.rows);
    return [{ upright, left, top, length: upright ? child.rows : child.cols, before, after, size, room }];
  });
  return [...own, ...cell.children.flatMap(bordersOf)];
}

/** The pane beside another one; undefined at the window's edge. */
export function neighbourOf(
  root: LayoutCell,
  pane: string,
  direction: "left" | "right" | "up" | "down",
): string | undefined {
  const leaves = leavesOf(root);
  const from = leaves.find((leaf) => leaf.pane === pane);
  if (!from) return undefined;
  const touches = (leaf: LayoutCell): boolean => {
    const beside = leaf.top < from.top + from.rows && from.top < leaf.top + leaf.rows;
    const above = leaf.left < from.left + from.cols && from.left < leaf.left + leaf.cols;
    if (direction === "left") return beside && leaf.left + leaf.cols + 1 === from.left;
    if (direction === "right") return beside && from.left + from.cols + 1 === leaf.left;
    if (direction === "up") return above && leaf.top + leaf.rows + 1 === from.top;
    return above && from.top + from.rows + 1 === leaf.top;
  };
  return leaves.find(touches)?.pane;
}
