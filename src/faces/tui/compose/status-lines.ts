import type { Canvas } from "../../../core/canvas/canvas.ts";
import { cellStyle } from "../../../core/canvas/cell-style.ts";
import { drawStyledText, type TextRange } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import { optionStyle, type TextStyle } from "../../../core/style/style.ts";
import type { SceneSetup } from "./scene-setup.ts";

/** Draws the status lines on a canvas of their size. Returns the click targets of each line. */
export function drawStatusLines(canvas: Canvas, setup: SceneSetup): readonly (readonly TextRange[])[] {
  const { client, session, layout, expand } = setup;
  const style = statusStyle(setup);
  const formats = new Map(session.options.list("status-format"));
  return Array.from({ length: layout.statusLines }, (_, y) => {
    canvas.fill({ x: 0, y, cols: canvas.cols, rows: 1 }, cellStyle(style));
    const format = formats.get(y);
    if (format === undefined) return [];
    const text = expand(format, { client, time: true });
    return drawStyledText(canvas, text, { x: 0, y, cols: canvas.cols, style });
  });
}

/** status-style, overridden by the older options status-fg and status-bg. */
function statusStyle({ client, session, expand }: SceneSetup): TextStyle {
  const { options } = session;
  const style = optionStyle(options, "status-style", (text) => expand(text, { client }));
  const foreground = options.colour("status-fg");
  const background = options.colour("status-bg");
  return {
    ...style,
    foreground: isDefault(foreground) ? style.foreground : foreground,
    background: isDefault(background) ? style.background : background,
  };
}

function isDefault({ kind }: TextStyle["foreground"]): boolean {
  return kind === "default" || kind === "terminal" || kind === "none";
}
