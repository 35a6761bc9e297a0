import { type CellCanvas, createCanvas } from "../../../core/canvas/cell-canvas.ts";
import { plainStyle } from "../../../core/canvas/cell-style.ts";
import type { TextRange } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import type { Pane, Window } from "../../../core/tree/tree.ts";
import { statusTop } from "./client-area.ts";
import { drawBorders } from "./draw-borders.ts";
import type { Scroll } from "./find-scroll.ts";
import { PaneColours } from "./pane-colours.ts";
import { PanePicture, type PrintPlace } from "./pane-picture.ts";
import type { SceneSetup } from "./scene-setup.ts";
import { drawStackTitles } from "./stack-titles.ts";
import { drawStatusLines } from "./status-lines.ts";

/**
 * The shared part of a client's picture, without its messages, prompts and overlays: status lines, borders and panes,
 * each at its place on one canvas. A scene is valid until something other than the content of a pane changes; until
 * then `update` draws the changes of the panes.
 */
export class Scene {
  readonly setup: SceneSetup;
  readonly canvas: CellCanvas;
  readonly window: Window;
  /** The panes that are shown: all panes of the window, or the zoomed one. */
  readonly panes: readonly Pane[];
  statusRanges: readonly (readonly TextRange[])[] = [];
  readonly #pictures: readonly PanePicture[];

  /** The scene reuses the canvas of the previous scene if the size is the same. */
  constructor(setup: SceneSetup, canvas?: CellCanvas) {
    this.setup = setup;
    const { session, layout, tables } = setup;
    const { cols, rows } = layout;
    this.canvas = canvas ?? createCanvas(cols, rows, tables);
    this.canvas.fill({ x: 0, y: 0, cols, rows }, plainStyle);
    const { window } = session.current;
    this.window = window;
    this.panes = window.zoomed ? [window.active] : window.panes;
    this.#pictures = this.panes.map((pane) => this.#pictureOf(pane));
    this.#drawBorders();
    this.drawSaid();
  }

  /** Draws the changes of all panes, and returns the blocks that moved. */
  update(): Scroll[] {
    const scrolls: Scroll[] = [];
    for (const picture of this.#pictures) {
      const scroll = picture.update(this.canvas);
      if (scroll) scrolls.push(scroll);
    }
    return scrolls;
  }

  /** Whether the canvas shows all output of the active pane. */
  get activeInStep(): boolean {
    return this.#active?.inStep ?? false;
  }

  /** Position of the active pane's next output; undefined where the output may do more than fill cells. */
  printPlace(): PrintPlace | undefined {
    return this.#active?.printPlace(this.setup.tables);
  }

  /** Draws the changes of the active pane only. */
  updateActive(): void {
    this.#active?.update(this.canvas);
  }

  get #active(): PanePicture | undefined {
    return this.#pictures.find(({ pane }) => pane === this.setup.active);
  }

  /** Expands formats again: the status lines, and the titles on borders if there are any. */
  drawSaid(): void {
    const { layout } = this.setup;
    const { statusLines: rows, cols } = layout;
    const part = this.canvas.part({ x: 0, y: statusTop(layout), cols, rows });
    this.statusRanges = drawStatusLines(part, this.setup);
    if (this.window.options.flag("pane-border-status")) this.#drawBorders();
    if (this.window.stacked) drawStackTitles(this.canvas, this.setup);
  }

  #drawBorders(): void {
    drawBorders(this.canvas, { ...this.setup, panes: this.panes });
  }

  #pictureOf(pane: Pane): PanePicture {
    const { layout, expand, tables } = this.setup;
    const { view, windowTop } = layout;
    const place = {
      x: pane.left - view.x,
      y: pane.top - view.y + windowTop,
      within: { x: 0, y: windowTop, cols: Math.min(view.cols, layout.cols), rows: view.rows },
    };
    const colours = new PaneColours(tables, pane, (text) => expand(text, { pane, noJobs: true }));
    return new PanePicture(pane, place, colours);
  }
}
