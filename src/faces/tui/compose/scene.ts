import { type CellCanvas, createCanvas } from "../../../core/canvas/cell-canvas.ts";
import { plainStyle } from "../../../core/canvas/cell-style.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import type { TextRange } from "../../../core/canvas/styled-text/draw-styled-text.ts";
import type { Client } from "../../../core/tree/client.ts";
import type { Pane } from "../../../core/tree/pane.ts";
import type { Session } from "../../../core/tree/session.ts";
import type { Window } from "../../../core/tree/window.ts";
import { statusTop } from "./client-area.ts";
import type { ClientLayout } from "./client-layout.ts";
import { drawBorders } from "./draw-borders.ts";
import type { Expand } from "./expand.ts";
import { PaneColours } from "./pane-colours.ts";
import { PanePicture, type PrintPlace, type Scroll } from "./pane-picture.ts";
import { drawStackTitles } from "./stack-titles.ts";
import { drawStatusLines } from "./status-lines.ts";

export interface SceneSetup {
  readonly client: Client;
  readonly session: Session;
  readonly layout: ClientLayout;
  /** The pane that has the keys, which may be this client's own choice. */
  readonly active: Pane;
  readonly marked: Pane | undefined;
  readonly expand: Expand;
  readonly tables: CellTables;
}

/**
 * What a client looks at, apart from what is its own (messages, prompts, overlays): status lines, borders and panes, each at
 * its place on one canvas. A scene lasts until something other than the panes' content changes; meanwhile `update` draws
 * what the panes changed.
 */
export class Scene {
  readonly setup: SceneSetup;
  readonly canvas: CellCanvas;
  readonly window: Window;
  /** Panes that are shown: all of the window's, or the zoomed one. */
  readonly panes: readonly Pane[];
  statusRanges: readonly (readonly TextRange[])[] = [];
  readonly #pictures: readonly PanePicture[];

  /** The canvas of a former scene is used again, if it has the same size. */
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

  /** Draws what the panes changed, and tells what moved as a whole. */
  update(): Scroll[] {
    const scrolls: Scroll[] = [];
    for (const picture of this.#pictures) {
      const scroll = picture.update(this.canvas);
      if (scroll) scrolls.push(scroll);
    }
    return scrolls;
  }

  /** The pane that has the keys is drawn as it is. */
  get activeInStep(): boolean {
    return this.#active?.inStep ?? false;
  }

  /** Where the pane that has the keys prints next; undefined where that is not simple. */
  printPlace(): PrintPlace | undefined {
    return this.#active?.printPlace(this.setup.tables);
  }

  /** Draws what that pane alone changed. */
  updateActive(): void {
    this.#active?.update(this.canvas);
  }

  get #active(): PanePicture | undefined {
    return this.#pictures.find(({ pane }) => pane === this.setup.active);
  }

  /** What formats say is expanded anew: the status lines, and titles on borders where there are any. */
  drawSaid(): void {
    const { client, session, layout, expand } = this.setup;
    const { statusLines: lines, cols } = layout;
    const part = this.canvas.part({ x: 0, y: statusTop(layout), cols, rows: lines });
    this.statusRanges = drawStatusLines(part, { client, session, lines, expand });
    if (this.window.options.flag("pane-border-status")) this.#drawBorders();
    if (this.window.stacked) drawStackTitles(this.canvas, this.setup);
  }

  #drawBorders(): void {
    const { client, session, layout, active, marked, expand } = this.setup;
    const link = session.current;
    drawBorders(this.canvas, { client, link, layout, panes: this.panes, active, marked, expand });
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
