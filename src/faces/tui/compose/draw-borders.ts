import type { Canvas } from "../../../core/canvas/canvas.ts";
import { cellStyle } from "../../../core/canvas/cell-style.ts";
import { drawStyledText } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import { statusLineOf } from "../../../core/layout/status-line.ts";
import type { Style } from "../../../core/screen/screen.ts";
import { optionStyle, type TextStyle } from "../../../core/style/style.ts";
import { paneIndex } from "../../../core/target/find-pane.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import { ARROWS, borderLines } from "./border-lines.ts";
import { BorderMap, borderKind } from "./border-map.ts";
import type { SceneSetup } from "./scene-setup.ts";

interface BorderScene extends SceneSetup {
  /** The panes that are shown. */
  readonly panes: readonly Pane[];
}

/**
 * Draws everything around the panes: borders, titles, and the area outside a window that is smaller than the
 * terminal.
 */
export function drawBorders(canvas: Canvas, scene: BorderScene): void {
  new BorderDrawing(canvas, scene).draw();
}

const GAP = 2;

class BorderDrawing {
  readonly #canvas: Canvas;
  readonly #scene: BorderScene;
  readonly #map: BorderMap;
  readonly #arrows: boolean;
  readonly #linesName: string | undefined;
  readonly #styles = new Map<Pane | undefined, TextStyle>();
  /** Variants of a style. Each variant is one object, because canvases recognise styles by identity. */
  readonly #variants = { reverse: new Map<Style, Style>(), lineDrawing: new Map<Style, Style>() };

  constructor(canvas: Canvas, scene: BorderScene) {
    this.#canvas = canvas;
    this.#scene = scene;
    const { session, panes, active, layout } = scene;
    const { window } = session.current;
    const indicators = window.options.get("pane-border-indicators");
    this.#arrows = indicators === "arrows" || indicators === "both";
    this.#linesName = window.options.get("pane-border-lines");
    this.#map = new BorderMap({
      window,
      panes,
      active,
      status: statusLineOf(window.options.get("pane-border-status")),
      halves: indicators === "colour" || indicators === "both",
      view: { x: layout.view.x, y: layout.view.y, cols: layout.cols, rows: layout.windowRows },
    });
  }

  draw(): void {
    const { cols, windowRows, view } = this.#scene.layout;
    for (let j = 0; j < windowRows; j++)
      for (let i = 0; i < cols; i++) {
        const kind = this.#map.kindAt(view.x + i, view.y + j);
        if (kind !== borderKind.inside) this.#drawCell(i, j, kind);
      }
    for (const pane of this.#scene.panes) this.#drawTitle(pane);
  }

  #drawCell(i: number, j: number, kind: number): void {
    const { view, windowTop } = this.#scene.layout;
    const [x, y] = [view.x + i, view.y + j];
    const owner = this.#map.ownerAt(x, y);
    const arrow = owner && this.#arrows ? this.#arrowAt({ i, j, x, y, kind, owner }) : undefined;
    let style = cellStyle(this.#styleOf(owner));
    const { marked } = this.#scene;
    if (owner && marked && this.#map.sideOf(marked, x, y)) style = this.#variant("reverse", style);
    const { character, drawing } = arrow ? { character: arrow, drawing: true } : this.#line(kind, owner);
    if (drawing) style = this.#variant("lineDrawing", style);
    this.#canvas.text(i, windowTop + j, character, style);
  }

  #line(kind: number, owner: Pane | undefined): { character: string; drawing: boolean } {
    const { window } = this.#scene.session.current;
    const fill = window.options.get("fill-character") ?? "";
    if (kind === borderKind.outside && fill !== "") return { character: fill, drawing: false };
    if (this.#linesName === "number" && kind !== borderKind.outside) {
      const index = owner && paneIndex(owner);
      return { character: index === undefined ? "*" : String(index % 10), drawing: false };
    }
    const { characters, drawing } = borderLines(this.#linesName);
    return { character: characters[kind]!, drawing };
  }

  /** The arrow goes beside the first cell of a pane's border, where the active pane owns the border too. */
  #arrowAt(cell: {
    readonly i: number;
    readonly j: number;
    readonly x: number;
    readonly y: number;
    readonly kind: number;
    readonly owner: Pane;
  }): string | undefined {
    const { i, j, x, y, kind, owner } = cell;
    const side = this.#map.sideOf(this.#scene.active, x, y);
    if (!side) return undefined;
    const across =
      kind === borderKind.horizontal ||
      (kind === borderKind.topJoin && side === "bottom") ||
      (kind === borderKind.bottomJoin && side === "top");
    const down =
      kind === borderKind.vertical ||
      (kind === borderKind.leftJoin && side === "right") ||
      (kind === borderKind.rightJoin && side === "left");
    const here = (i === owner.left + 1 && across) || (j === owner.top + 1 && down);
    return here ? ARROWS[side] : undefined;
  }

  #styleOf(pane: Pane | undefined): TextStyle {
    let style = this.#styles.get(pane);
    if (!style) {
      const { client, session, active, expand } = this.#scene;
      const link = session.current;
      const name = pane && pane === active ? "pane-active-border-style" : "pane-border-style";
      style = optionStyle(link.window.options, name, (text) => expand(text, { client, session, link, pane }));
      this.#styles.set(pane, style);
    }
    return style;
  }

  #variant(change: "reverse" | "lineDrawing", style: Style): Style {
    const known = this.#variants[change];
    const variant = known.get(style) ?? { ...style, [change]: !style[change] };
    known.set(style, variant);
    return variant;
  }

  /** Draws the title two columns into the line above or below the pane; the border continues after a short title. */
  #drawTitle(pane: Pane): void {
    const { client, session, layout, expand } = this.#scene;
    const link = session.current;
    const status = statusLineOf(link.window.options.get("pane-border-status"));
    if (status === "off" || pane.cols <= 2 * GAP) return;
    const line = status === "top" ? pane.top - 1 : pane.top + pane.rows;
    const y = line - layout.view.y;
    if (line < 0 || y < 0 || y >= layout.view.rows) return;
    const format = pane.options.get("pane-border-format") ?? "";
    const text = expand(format, { client, session, link, pane, time: true });
    const cols = pane.cols - 2 * GAP;
    const x = pane.left + GAP - layout.view.x;
    const window = this.#canvas.part({
      x: 0,
      y: layout.windowTop,
      cols: layout.view.cols,
      rows: layout.view.rows,
    });
    this.#underTitle(pane, window, { x, y, cols });
    drawStyledText(window, text, { x, y, cols, style: this.#styleOf(pane) });
  }

  #underTitle(pane: Pane, window: Canvas, place: { x: number; y: number; cols: number }): void {
    const { view } = this.#scene.layout;
    const style = cellStyle(this.#styleOf(pane));
    const drawn = this.#variant("lineDrawing", style);
    for (let i = 0; i < place.cols; i++) {
      const x = place.x + i;
      if (x < 0 || x >= view.cols) continue;
      const { character, drawing } = this.#line(this.#map.formAt(x + view.x, place.y + view.y), pane);
      window.text(x, place.y, character, drawing ? drawn : style);
    }
  }
}
