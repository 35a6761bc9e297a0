import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import { drawBox } from "../../overlays/draw-box.ts";
import type { Colour, Screen } from "../../screen/screen.ts";
import { defaultStyle } from "../../style/style.ts";
import { encodeUtf8 } from "../../text/utf8.ts";
import { drawScreen } from "./preview.ts";

/** Screens side by side: the windows of a session, the panes of a window. */
export interface Strip {
  readonly screens: readonly StripScreen[];
  /** Index of the screen that stays visible, and how far the strip was scrolled from there. */
  readonly current: number;
  readonly scrolled: number;
}

export interface StripScreen {
  readonly screen: Screen;
  readonly colour: Colour;
  /** The first label that fits in `cols` columns. */
  label(cols: number): string;
  /** Labels of panes are placed as if every pane had the same width. */
  readonly evenLabel: boolean;
}

/** The drawn positions, which identify the target of a click. */
export interface DrawnStrip {
  /** The scroll position, limited to the possible range. */
  readonly scrolled: number;
  readonly start: number;
  readonly end: number;
  readonly each: number;
  /** Columns at which the arrows end; undefined if nothing is hidden on that side. */
  readonly left: number | undefined;
  readonly right: number | undefined;
}

/** With fewer columns per screen, not all are shown. */
const LEAST_COLS = 24;
/** An arrow, a blank and a line. */
const ARROW_COLS = 3;

export function drawStrip(canvas: Canvas, strip: Strip): DrawnStrip | undefined {
  const layout = layOut(canvas.cols, strip);
  const { start, end, each, left, right } = layout;
  if (each === 0) return undefined;
  drawArrows(canvas, layout);
  const first = left === undefined ? 0 : ARROW_COLS;
  const arrows = first + (right === undefined ? 0 : ARROW_COLS);
  const remaining = canvas.cols - arrows - (end - start) * each;
  strip.screens.slice(start, end).forEach((shown, index) => {
    const isLast = start + index === end - 1;
    const x = first + index * each;
    const cols = isLast ? each + remaining : each - 1;
    drawScreen(canvas.part({ x, y: 0, cols, rows: canvas.rows }), shown.screen);
    drawLabel(canvas, {
      x,
      cols: shown.evenLabel ? each : cols,
      text: shown.label(cols),
      colour: shown.colour,
    });
    if (!isLast) drawDown(canvas, x + cols);
  });
  return layout;
}

function layOut(cols: number, { screens, current, scrolled }: Strip): DrawnStrip {
  const total = screens.length;
  const visible = Math.floor(cols / total) < LEAST_COLS ? Math.max(1, Math.floor(cols / LEAST_COLS)) : total;
  const unscrolled = startOf({ total, visible, current });
  const shift = Math.max(-unscrolled, Math.min(scrolled, total - unscrolled - visible));
  const start = unscrolled + shift;
  const end = start + visible;
  const hidden = [start !== 0, end !== total].filter(Boolean).length;
  const arrows = hidden === 0 || cols <= hidden * ARROW_COLS ? 0 : hidden * ARROW_COLS;
  return {
    scrolled: shift,
    start,
    end,
    each: Math.floor((cols - arrows) / visible),
    left: arrows > 0 && start !== 0 ? ARROW_COLS - 1 : undefined,
    right: arrows > 0 && end !== total ? cols - ARROW_COLS : undefined,
  };
}

function startOf({ total, visible, current }: { total: number; visible: number; current: number }): number {
  if (current < visible) return 0;
  if (current >= total - visible) return total - visible;
  return current - Math.floor(visible / 2);
}

function drawArrows(canvas: Canvas, { left, right }: DrawnStrip): void {
  const middle = Math.floor(canvas.rows / 2);
  if (left !== undefined) {
    drawDown(canvas, left);
    canvas.text(0, middle, "<", plainStyle);
  }
  if (right !== undefined) {
    drawDown(canvas, right);
    canvas.text(canvas.cols - 1, middle, ">", plainStyle);
  }
}

function drawDown(canvas: Canvas, x: number): void {
  for (let y = 0; y < canvas.rows; y++) canvas.text(x, y, "x", { ...plainStyle, lineDrawing: true });
}

interface Label {
  readonly x: number;
  readonly cols: number;
  readonly text: string;
  readonly colour: Colour;
}

/**
 * Centred, with a frame if there is room for one. tmux counts bytes, which leaves enough room for wide characters.
 */
function drawLabel(canvas: Canvas, { x, cols, text, colour }: Label): void {
  const { rows } = canvas;
  const { length } = encodeUtf8(text);
  if (cols <= 0 || rows === 1 || length > cols) return;
  const left = Math.floor((cols - length + 1) / 2);
  const top = Math.floor((rows + 1) / 2);
  if (left > 1 && left + length < cols - 1 && rows >= 3) {
    const frame = canvas.part({ x: x + left - 1, y: top - 1, cols: length + 2, rows: 3 });
    drawBox(frame, { lines: "single", style: defaultStyle, title: "" });
  }
  canvas.text(x + left, top, text, { ...plainStyle, foreground: colour });
}
