import type { Canvas } from "../../../core/canvas/canvas.ts";
import { cellStyle } from "../../../core/canvas/cell-style.ts";
import { drawStyledText } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import { formatWidth, textWidth } from "../../../core/format/width.ts";
import { optionStyle, type TextStyle } from "../../../core/style/style.ts";
import type { MessageLine, PromptLine } from "../own-picture.ts";
import type { SceneSetup } from "./scene-setup.ts";

interface OwnLineScene extends SceneSetup {
  readonly line: MessageLine | PromptLine;
}

/** Draws a message or a prompt on a canvas of one line. */
export function drawOwnLine(canvas: Canvas, { line, client, session, expand }: OwnLineScene): void {
  const name = line.kind === "prompt" && line.command ? "message-command-style" : "message-style";
  const style = optionStyle(session.options, name, (text) => expand(text, { client }));
  canvas.fill({ x: 0, y: 0, cols: canvas.cols, rows: 1 }, cellStyle(style));
  if (line.kind === "prompt") drawPrompt(canvas, line, style);
  else if (line.plain) canvas.text(0, 0, line.text, cellStyle(style));
  else drawStyledText(canvas, line.text, { x: 0, y: 0, cols: canvas.cols, style });
}

/** The prompt's cursor is a drawn cell, because the terminal's own cursor stays in the pane. */
function drawPrompt(canvas: Canvas, { message, text, cursor }: PromptLine, style: TextStyle): void {
  const start = Math.min(formatWidth(message), canvas.cols);
  drawStyledText(canvas, message, { x: 0, y: 0, cols: start, style });
  const room = canvas.cols - start;
  if (room === 0) return;
  const characters = [...text];
  const before = textWidth(characters.slice(0, cursor).join(""));
  // When the cursor would pass the right edge, the first characters of the text are hidden.
  const hidden = before >= room ? before - room + 1 : 0;
  const end = hidden + (before >= room ? room : Math.min(room, textWidth(text)));
  const shown = { left: "", under: "", right: "" };
  let width = 0;
  let index = 0;
  for (; index < characters.length && width < end; index++) {
    const next = width + textWidth(characters[index]!);
    if (next > end) break;
    if (width >= hidden)
      shown[index < cursor ? "left" : index > cursor ? "right" : "under"] += characters[index];
    width = next;
  }
  if (cursor >= index) shown.under = " ";
  const plain = cellStyle(style);
  let at = canvas.text(start, 0, shown.left, plain);
  at = canvas.text(at, 0, shown.under, { ...plain, reverse: !plain.reverse });
  canvas.text(at, 0, shown.right, plain);
}
