import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import type { Run, Screen } from "../../screen/screen.ts";

/** Draws as much of a screen as fits, around its cursor if that is visible. */
export function drawScreen(canvas: Canvas, screen: Screen): void {
  const { cols, rows } = canvas;
  const { cursor } = screen;
  const x = cursor.visible ? startAround(cursor.x, cols, screen.cols) : 0;
  const y = cursor.visible ? startAround(cursor.y, rows, screen.rows) : 0;
  for (let row = 0; row < rows && y + row < screen.rows; row++)
    canvas.runs(0, row, screen.runs(y + row), { from: x, cols });
  if (!cursor.visible) return;
  const { text, style } = cellAt(screen.runs(cursor.y), cursor.x);
  canvas.text(cursor.x - x, cursor.y - y, text, { ...style, reverse: true });
}

function startAround(at: number, shown: number, whole: number): number {
  const third = Math.floor(shown / 3);
  const start = at < third ? 0 : at - third;
  if (start + shown <= whole) return start;
  return Math.max(0, whole - shown);
}

function cellAt(runs: readonly Run[], column: number): Pick<Run, "text" | "style"> {
  const run = runs.find((each) => column >= each.column && column < each.column + each.columns);
  if (!run) return { text: " ", style: plainStyle };
  const plain = run.text.length === run.columns;
  return { text: plain ? run.text[column - run.column]! : " ", style: run.style };
}
