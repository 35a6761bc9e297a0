import type { TextRange } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import { stackLines } from "../../../core/layout/stack.ts";
import type { Pane, Window, Winlink } from "../../../core/tree/tree.ts";
import type { ClientLayout } from "./client-layout.ts";
import type { SceneSetup } from "./scene-setup.ts";

type StatusRange = { readonly kind: "left" | "right" } | { readonly kind: "window"; readonly link: Winlink };

/** What a cell of a client belongs to. */
export type ClientArea =
  /** `range`: the target of a click on this cell; absent if a click has no target. */
  | { readonly kind: "status"; readonly line: number; readonly range?: StatusRange | undefined }
  /** `x` and `y`: the cell inside the pane. */
  | { readonly kind: "pane"; readonly pane: Pane; readonly x: number; readonly y: number }
  /** `pane`: the pane left of or above the border, which a drag resizes. */
  | { readonly kind: "border"; readonly pane: Pane }
  /** The title line of a pane in the stack view. */
  | { readonly kind: "title"; readonly pane: Pane }
  | { readonly kind: "outside" };

interface AreaRequest {
  readonly setup: SceneSetup;
  /** The panes that are shown, in the window's order. */
  readonly panes: readonly Pane[];
  readonly statusRanges: readonly (readonly TextRange[])[];
}

export function findArea(request: AreaRequest, x: number, y: number): ClientArea {
  const { setup, panes } = request;
  const { layout, session } = setup;
  const { window } = session.current;
  const line = y - statusTop(layout);
  if (line >= 0 && line < layout.statusLines)
    return { kind: "status", line, range: statusRange(request, x, line) };
  const { view } = layout;
  const row = y - layout.windowTop;
  if (x > view.cols || row > view.rows) return { kind: "outside" };
  const at = { x: x + view.x, y: row + view.y };
  const titled = window.stacked ? stackLines(window).find((line) => line.y === at.y) : undefined;
  if (titled) return { kind: "title", pane: titled.pane };
  const bordering = window.zoomed ? undefined : borderingPane(window, at);
  if (bordering) return { kind: "border", pane: bordering };
  const pane = panes.find((candidate) => reaches(candidate, at));
  if (!pane) return { kind: "outside" };
  return {
    kind: "pane",
    pane,
    x: Math.min(at.x - pane.left, pane.cols - 1),
    y: Math.min(at.y - pane.top, pane.rows - 1),
  };
}

export function statusTop({ statusAtTop, rows, statusLines }: ClientLayout): number {
  return statusAtTop ? 0 : rows - statusLines;
}

/** The target of a click in a status line; undefined if the window no longer exists. */
function statusRange({ setup, statusRanges }: AreaRequest, x: number, line: number): StatusRange | undefined {
  const range = statusRanges[line]?.find(({ start, end }) => x >= start && x < end)?.range;
  if (!range || range.kind === "none") return undefined;
  if (range.kind !== "window") return { kind: range.kind };
  const link = setup.session.linkAt(range.index);
  return link && { kind: "window", link };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pane that has its right or lower border at this cell. */
function borderingPane(window: Window, { x, y }: Point): Pane | undefined {
  return window.panes.find(({ left, top, cols, rows }) => {
    const right = left + cols;
    const bottom = top + rows;
    return (right === x && top <= y + 1 && bottom >= y) || (bottom === y && left <= x + 1 && right >= x);
  });
}

function reaches({ left, top, cols, rows }: Pane, { x, y }: Point): boolean {
  return x >= left && x <= left + cols && y >= top && y <= top + rows;
}
