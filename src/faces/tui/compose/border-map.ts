import type { CanvasArea } from "../../../core/canvas/canvas.ts";
import type { StatusLine } from "../../../core/layout/status-line.ts";
import type { Pane, Window } from "../../../core/tree/tree.ts";

/** Side of a pane on which a border cell lies. */
export type Side = "left" | "right" | "top" | "bottom";

/** Kinds of cells in the window's area, in the order of the characters in `border-lines.ts`. */
export const borderKind = {
  inside: 0,
  vertical: 1,
  horizontal: 2,
  topLeft: 3,
  topRight: 4,
  bottomLeft: 5,
  bottomRight: 6,
  topJoin: 7,
  bottomJoin: 8,
  leftJoin: 9,
  rightJoin: 10,
  cross: 11,
  outside: 12,
} as const;

/**
 * Border kind by the neighbours that are borders too: left 8, right 4, above 2, below 1. One neighbour alone makes no
 * border.
 */
const KIND_BY_NEIGHBOURS: readonly number[] = [
  borderKind.outside,
  borderKind.outside,
  borderKind.outside,
  borderKind.vertical,
  borderKind.outside,
  borderKind.topLeft,
  borderKind.bottomLeft,
  borderKind.leftJoin,
  borderKind.outside,
  borderKind.topRight,
  borderKind.bottomRight,
  borderKind.rightJoin,
  borderKind.horizontal,
  borderKind.topJoin,
  borderKind.bottomJoin,
  borderKind.cross,
];

export interface BorderMapRequest {
  readonly window: Window;
  /** The panes that are shown, in the window's order, and the pane that has the keys. */
  readonly panes: readonly Pane[];
  readonly active: Pane;
  readonly status: StatusLine;
  /** pane-border-indicators marks the active one of two panes by colour: each pane owns half of the border. */
  readonly halves: boolean;
  /** The requested cells, in the window's coordinates. The area may extend beyond the window. */
  readonly view: CanvasArea;
}

const UNKNOWN = 0;
const INSIDE = 1;
const BORDER = 2;

/**
 * Which cells around a window's panes are borders, their form, and the pane that owns each. The active pane owns
 * every border cell that touches it; the first following pane that touches a cell owns any other. The window's own
 * border runs along its right and lower edge, visible on a larger terminal; cells beyond that border are outside.
 */
export class BorderMap {
  readonly #request: BorderMapRequest;
  readonly #twoAcross: boolean;
  readonly #twoDown: boolean;
  /** The view plus one cell on each side, so that every requested cell has neighbours. */
  readonly #left: number;
  readonly #top: number;
  readonly #stride: number;
  readonly #lines: number;
  readonly #cells: Uint8Array;
  /** Index of the owning pane plus one, in the order in which panes claim borders. */
  readonly #owners: Uint16Array;
  readonly #claiming: readonly Pane[];

  constructor(request: BorderMapRequest) {
    this.#request = request;
    const { window, panes, active, view } = request;
    const second = window.panes[1];
    const two = window.panes.length === 2 && second !== undefined;
    this.#twoAcross = two && second.left !== 0;
    this.#twoDown = two && second.top !== 0;
    this.#left = view.x - 1;
    this.#top = view.y - 1;
    this.#stride = view.cols + 2;
    this.#lines = view.rows + 2;
    this.#cells = new Uint8Array(this.#stride * this.#lines);
    this.#owners = new Uint16Array(this.#stride * this.#lines);
    const first = Math.max(0, panes.indexOf(active));
    this.#claiming = [...panes.slice(first), ...panes.slice(0, first)];
    for (const pane of panes) this.#mark(pane);
    this.#claiming.forEach((pane, at) => {
      this.#claim(pane, at + 1);
    });
  }

  /** The pane that owns a border cell; undefined inside panes, inside their titles, and outside the window. */
  ownerAt(x: number, y: number): Pane | undefined {
    const { cols, rows } = this.#request.window;
    if (x >= cols || y >= rows) return undefined;
    return this.#claiming[this.#owners[this.#index(x, y)]! - 1];
  }

  kindAt(x: number, y: number): number {
    const { cols, rows } = this.#request.window;
    if (x < cols && y < rows) {
      const cell = this.#cells[this.#index(x, y)];
      if (cell === INSIDE) return borderKind.inside;
      if (cell === UNKNOWN) return borderKind.outside;
    }
    return this.formAt(x, y);
  }

  /** The form that a border has at this cell. */
  formAt(x: number, y: number): number {
    const { window, status } = this.#request;
    if (x > window.cols || y > window.rows) return borderKind.outside;
    const above =
      status === "top" ? y !== 0 && this.#isBorder(x, y - 1) : y === 0 || this.#isBorder(x, y - 1);
    const below = !(status === "bottom" && y === window.rows - 1) && this.#isBorder(x, y + 1);
    const left = x === 0 || this.#isBorder(x - 1, y);
    const right = this.#isBorder(x + 1, y);
    return KIND_BY_NEIGHBOURS[Number(left) * 8 + Number(right) * 4 + Number(above) * 2 + Number(below)]!;
  }

  /** The side of the pane on which the cell is its border; undefined if the cell is not a border of this pane. */
  sideOf(pane: Pane, x: number, y: number): Side | undefined {
    return this.#acrossSide(pane, x, y) ?? this.#downSide(pane, x, y);
  }

  #acrossSide(pane: Pane, x: number, y: number): Side | undefined {
    const { status, halves } = this.#request;
    const { left, top, cols, rows } = pane;
    if (status === "off" && this.#twoAcross && halves) {
      if (left === 0) return x === cols && y <= Math.floor(rows / 2) ? "right" : undefined;
      return x === left - 1 && y > Math.floor(rows / 2) ? "left" : undefined;
    }
    if (y < top - 1 || y > top + rows) return undefined;
    if (left !== 0 && x === left - 1) return "left";
    return x === left + cols ? "right" : undefined;
  }

  #downSide(pane: Pane, x: number, y: number): Side | undefined {
    const { status, halves } = this.#request;
    const { left, top, cols, rows } = pane;
    if (status === "off" && this.#twoDown && halves) {
      if (top === 0) return y === rows && x <= Math.floor(cols / 2) ? "bottom" : undefined;
      return y === top - 1 && x > Math.floor(cols / 2) ? "top" : undefined;
    }
    if (x < left - 1 || x > left + cols) return undefined;
    if (status !== "bottom" && top !== 0 && y === top - 1) return "top";
    return status !== "top" && y === top + rows ? "bottom" : undefined;
  }

  #index(x: number, y: number): number {
    return (y - this.#top) * this.#stride + (x - this.#left);
  }

  #isBorder(x: number, y: number): boolean {
    const { cols, rows } = this.#request.window;
    if (x > cols || y > rows) return false;
    return x === cols || y === rows || this.#cells[this.#index(x, y)] === BORDER;
  }

  #mark(pane: Pane): void {
    const cells = this.#cells;
    const [x0, x1] = this.#columns(pane.left, pane.left + pane.cols);
    const [y0, y1] = this.#rows(pane.top, pane.top + pane.rows);
    for (let y = y0; y < y1; y++)
      for (let index = this.#index(x0, y); index < this.#index(x1, y); index++)
        if (cells[index] === UNKNOWN) cells[index] = INSIDE;
    for (const index of this.#borderOf(pane)) if (cells[index] === UNKNOWN) cells[index] = BORDER;
  }

  #claim(pane: Pane, owner: number): void {
    for (const index of this.#borderOf(pane)) this.#owners[index] ||= owner;
  }

  *#borderOf(pane: Pane): Generator<number> {
    const { left, top, cols, rows } = pane;
    const [x0, x1] = this.#columns(left - 1, left + cols + 1);
    const [y0, y1] = this.#rows(top - 1, top + rows + 1);
    for (let y = y0; y < y1; y++) {
      const edge = y === top - 1 || y === top + rows;
      for (let x = x0; x < x1; x++) {
        if (!edge && x >= left && x < left + cols) x = left + cols;
        if (x < x1 && this.sideOf(pane, x, y)) yield this.#index(x, y);
      }
    }
  }

  #columns(start: number, end: number): [number, number] {
    return [Math.max(start, this.#left), Math.min(end, this.#left + this.#stride)];
  }

  #rows(start: number, end: number): [number, number] {
    return [Math.max(start, this.#top), Math.min(end, this.#top + this.#lines)];
  }
}
