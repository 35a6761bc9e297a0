import { STATE_FORMAT } from "../../../core/agent/agent-state.ts";
import type { Canvas } from "../../../core/canvas/canvas.ts";
import { cellStyle } from "../../../core/canvas/cell-style.ts";
import { drawStyledText } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import { stackLines } from "../../../core/layout/stack.ts";
import { optionStyle } from "../../../core/style/style.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import { borderLines } from "./border-lines.ts";
import { borderKind } from "./border-map.ts";
import type { SceneSetup } from "./scene-setup.ts";

const TITLE = `#[default] #{pane_index} #{?#{@mullion-name},#{@mullion-name},#{pane_title}} ${STATE_FORMAT}#[default] `;
/** Columns of the line before the title. */
const INDENT = 2;

/** Stack view: draws one title line for every pane except the expanded one. */
export function drawStackTitles(canvas: Canvas, scene: SceneSetup): void {
  const { session, layout } = scene;
  const { window } = session.current;
  const { view, windowTop } = layout;
  const part = canvas.part({ x: 0, y: windowTop, cols: view.cols, rows: view.rows });
  for (const { pane, y } of stackLines(window)) drawTitle(part, { scene, pane, y: y - view.y });
}

function drawTitle(
  canvas: Canvas,
  { scene, pane, y }: { readonly scene: SceneSetup; readonly pane: Pane; readonly y: number },
): void {
  const { client, session, layout, expand } = scene;
  const { window } = pane;
  if (y < 0 || y >= layout.view.rows) return;
  const place = { client, session, link: session.current, pane };
  const style = optionStyle(window.options, "pane-border-style", (text) => expand(text, place));
  const { characters, drawing } = borderLines(window.options.get("pane-border-lines"));
  const line = characters[borderKind.horizontal]!.repeat(window.cols);
  canvas.text(-layout.view.x, y, line, { ...cellStyle(style), lineDrawing: drawing });
  const text = expand(TITLE, { ...place, time: false });
  drawStyledText(canvas, text, {
    x: INDENT - layout.view.x,
    y,
    cols: Math.max(0, window.cols - 2 * INDENT),
    style,
  });
}
