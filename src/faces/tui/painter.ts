import type { Canvas, CanvasArea } from "../../core/canvas/canvas.ts";
import { type CellCanvas, createCanvas } from "../../core/canvas/cell-canvas.ts";
import type { CellGrid } from "../../core/canvas/cell-grid.ts";
import { CellTables } from "../../core/canvas/cell-tables.ts";
import type { EventName } from "../../core/events.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { Client, Pane, Server, Session } from "../../core/tree/tree.ts";
import { type ClientArea, findArea } from "./compose/client-area.ts";
import { type ClientLayout, clientLayout, type Pan } from "./compose/client-layout.ts";
import { clientModes, cursorOf } from "./compose/client-modes.ts";
import type { Scroll } from "./compose/find-scroll.ts";
import { drawOwnLine } from "./compose/own-line.ts";
import { Scene } from "./compose/scene.ts";
import { drawStatusLines } from "./compose/status-lines.ts";
import type { TerminalModes } from "./draw/terminal-modes.ts";
import { TerminalOutput } from "./draw/terminal-output.ts";
import type { OwnPicture } from "./own-picture.ts";
import type { TerminalFeatures } from "./terminal/terminal-features.ts";

export interface PainterSetup {
  readonly server: Server;
  readonly client: Client;
  readonly features: TerminalFeatures;
  /** Expands a format for the client, including its jobs. */
  readonly expand: FaceHost["expand"];
  /** The client's own part of the picture; read at every paint. */
  readonly own: OwnPicture;
}

const NOTHING = new Uint8Array(0);

/** Events that change nothing drawn outside the panes. Every paint compares the screens anyway. */
const UNSEEN: ReadonlySet<EventName> = new Set([
  "pane-output",
  "pane-prompted",
  "pane-notified",
  "pane-focus-in",
  "pane-focus-out",
  "pane-clipboard-set",
  "pane-passed-through",
  "buffer-changed",
  "buffer-deleted",
  "client-active",
  "keys-changed",
]);
/** Events whose effect is visible only through formats. */
const SAID: ReadonlySet<EventName> = new Set([
  "session-created",
  "session-closed",
  "session-renamed",
  "window-created",
  "window-closed",
  "window-linked",
  "window-unlinked",
  "window-renamed",
  "pane-title-changed",
  "pane-state-changed",
  "pane-input-changed",
  "pane-bell",
  "alert-bell",
  "alert-activity",
  "alert-silence",
  "client-attached",
  "client-detached",
]);

/**
 * The picture of one client, and what its terminal shows of it. `paint` composes the current picture and returns the
 * bytes that bring the terminal up to date: few bytes for a small change, none for no change. A painter has no clock.
 * Its owner decides when to paint and may skip any number of changes, because only the newest picture counts.
 */
export class Painter {
  readonly #setup: PainterSetup;
  readonly #tables = new CellTables();
  readonly #output: TerminalOutput;
  readonly #unsubscribe: () => void;
  #scene: Scene | undefined;
  /** What has to be drawn again beside the panes. */
  #stale: "nothing" | "said" | "all" = "all";
  /** The scene with a message or an overlay over it. */
  #covered: CellCanvas | undefined;
  #wasCovered = false;
  #pan: Pan | undefined;
  #title: string | undefined;
  /** The area of this scene in which a pane may draw by itself. */
  #shared: { readonly scene: Scene; readonly area: CanvasArea } | undefined;

  constructor(setup: PainterSetup) {
    this.#setup = setup;
    this.#output = new TerminalOutput(this.#tables, setup.features);
    this.#unsubscribe = setup.server.events.onAny((name) => {
      if (UNSEEN.has(name)) return;
      if (!SAID.has(name)) this.#stale = "all";
      else if (this.#stale === "nothing") this.#stale = "said";
    });
  }

  /**
   * The bytes to send before the first picture, and when a suspended client resumes: alternate screen, keypad, modes.
   */
  enter(): Uint8Array {
    return this.#output.enter();
  }

  /** The bytes to send after `leave` to remove everything that the terminal showed. */
  hide(): Uint8Array {
    return this.#output.hide();
  }

  /** The last bytes to send: they reset every mode that was set. */
  leave(): Uint8Array {
    return this.#output.leave();
  }

  /**
   * The bytes to send now; empty if the terminal already shows the picture. `shared`: output may be drawn at
   * `outputPlace` before these bytes arrive.
   */
  paint({ shared = false } = {}): Uint8Array {
    const { client } = this.#setup;
    const { session, size } = client;
    if (!session || !size || size.cols < 1 || size.rows < 1) return NOTHING;
    if (this.#tables.full) this.#collect();
    const scene = this.#updateScene(session);
    const scrolls = scene.update();
    const { picture, covered } = this.#cover(scene);
    const moved: Scroll[] = covered || this.#wasCovered ? [] : scrolls;
    if (this.#wasCovered && !covered) picture.touched.fill(1);
    this.#wasCovered = covered;
    return this.#output.show(picture, { scrolls: moved, shared, ...this.#cursorAndModes(scene) });
  }

  /**
   * Where and how the terminal would show the next output of the pane that has the keys; undefined where that output
   * may do more than fill cells. If the output is drawn there without this painter, the caller must report `drew`.
   */
  outputPlace() {
    const scene = this.#stale === "nothing" ? this.#plainScene : undefined;
    const place = scene?.printPlace();
    const shown = place && this.#output.outputPlace(place);
    this.#shared = scene && shown && { scene, area: shown.area };
    return shown;
  }

  /**
   * Reports that a pane drew by itself the output that `deliver` applies to its screen. `late`: the painter also sent
   * a picture meanwhile, and the order in which the two arrived is unknown.
   */
  drew(deliver: () => void, { late }: { readonly late: boolean }): void {
    const shared = this.#shared;
    const isShown = () => shared !== undefined && shared.scene === this.#plainScene;
    const inStep = isShown() && shared!.scene.activeInStep;
    deliver();
    if (!shared) return;
    const { scene, area } = shared;
    if (!inStep || !isShown()) this.#doubt(area);
    else if (late) this.#doubtChanges(scene, area);
    else {
      scene.updateActive();
      this.#output.drew(scene.canvas.grid, area, scene.printPlace());
    }
  }

  /**
   * Reports a change that the painter cannot detect. It detects changes of the tree (by events), of screens, modes
   * and overlays, and of the client's size.
   * `status`: status lines and border titles are expanded again (status-interval).
   * `terminal`: the content of the terminal is unknown, and everything is sent again.
   */
  invalidate(part: "status" | "terminal"): void {
    if (part === "terminal") {
      this.#stale = "all";
      this.#output.forget();
    } else if (this.#stale === "nothing") this.#stale = "said";
  }

  /** Reports other output to the terminal, which may have changed the cursor and the pen but not the picture. */
  wroteElse(): void {
    this.#output.doubt({ x: 0, y: 0, cols: 0, rows: 0 });
  }

  /** Applies features that the terminal has reported since. */
  setFeatures(features: TerminalFeatures): void {
    this.#output.setFeatures(features);
  }

  /** What a cell of the client showed at the last paint. */
  areaAt(x: number, y: number): ClientArea {
    return this.#scene ? findArea(this.#scene, x, y) : { kind: "outside" };
  }

  /** The window cell shown at a cell of the client; the nearest one for a cell of a status line. */
  windowCellAt(x: number, y: number): { readonly x: number; readonly y: number } | undefined {
    const layout = this.#scene?.setup.layout;
    if (!layout) return undefined;
    const { view, windowTop } = layout;
    const row = Math.max(0, Math.min(y - windowTop, view.rows - 1));
    return { x: x + view.x, y: row + view.y };
  }

  /** The layout of the client at the last paint. */
  get layout(): ClientLayout | undefined {
    return this.#scene?.setup.layout;
  }

  /** Position of a window's name in the status lines, by its index. */
  windowInStatus(index: number): { readonly x: number; readonly line: number } | undefined {
    for (const [line, ranges] of (this.#scene?.statusRanges ?? []).entries()) {
      const found = ranges.find(({ range }) => range.kind === "window" && range.index === index);
      if (found) return { x: found.start, line };
    }
    return undefined;
  }

  /** Draws the status lines at the top left of a canvas, laid out for the client's own width. */
  drawStatus(canvas: Canvas): void {
    const scene = this.#scene;
    if (!scene) return;
    const { cols, statusLines: rows } = scene.setup.layout;
    drawStatusLines(canvas.part({ x: 0, y: 0, cols, rows }), scene.setup);
  }

  /** The first visible cell of a window that is larger than the client; undefined if the whole window is visible. */
  get windowOffset(): { readonly x: number; readonly y: number } | undefined {
    const layout = this.#scene?.setup.layout;
    return layout?.cut ? { x: layout.view.x, y: layout.view.y } : undefined;
  }

  /** Moves the view of a window that is larger than the client. "cursor": the view follows the cursor again. */
  pan(step: { readonly x: number; readonly y: number } | "cursor"): void {
    const scene = this.#scene;
    if (step === "cursor" || !scene?.setup.layout.cut) {
      this.#pan = undefined;
      return;
    }
    const { layout, session } = scene.setup;
    const { window } = session.current;
    const clamp = (at: number, most: number) => Math.max(0, Math.min(at, most));
    this.#pan = {
      window,
      x: clamp(layout.view.x + step.x, window.cols - layout.view.cols),
      y: clamp(layout.view.y + step.y, window.rows - layout.view.rows),
    };
  }

  /** Unsubscribes from the server's events. */
  close(): void {
    this.#unsubscribe();
  }

  /** The scene, if nothing covers it and its panes have not moved. */
  get #plainScene(): Scene | undefined {
    const { line, overlay } = this.#setup.own;
    return line || overlay || this.#stale === "all" ? undefined : this.#scene;
  }

  #doubt(area: CanvasArea): void {
    this.#output.doubt(area);
    this.#scene?.canvas.grid.touched.fill(1, area.y, area.y + area.rows);
  }

  /** Marks only the lines that the active pane has changed as unknown. */
  #doubtChanges(scene: Scene, { x, y, cols, rows }: CanvasArea): void {
    const touched = scene.canvas.grid.touched.subarray(y, y + rows);
    const before = touched.slice();
    touched.fill(0);
    scene.updateActive();
    this.#output.doubt({ x, y, cols, rows: 0 }); // Marks the position of the cursor and the state of the pen as unknown.
    for (let line = 0; line < rows; line++) {
      if (touched[line] !== 0) this.#output.doubt({ x, y: y + line, cols, rows: 1 });
      touched[line]! |= before[line]!;
    }
  }

  /** Returns the current scene if it is still valid, else a new one. */
  #updateScene(session: Session): Scene {
    const { client, server, expand } = this.#setup;
    const { window } = session.current;
    const active = client.pane ?? window.active;
    const marked = server.markedLink === session.current ? server.marked : undefined;
    const layout = this.#layout(session, active);
    const scene = this.#scene;
    const same =
      scene !== undefined &&
      scene.setup.session === session &&
      scene.window === window &&
      scene.setup.active === active &&
      scene.setup.marked === marked &&
      isSameLayout(scene.setup.layout, layout);
    if (same && this.#stale === "nothing") return scene;
    if (!this.#pan || this.#pan.window !== window || !layout.cut) this.#pan = undefined;
    if (same && this.#stale === "said") scene.drawSaid();
    else {
      const reused = scene?.canvas.cols === layout.cols && scene.canvas.rows === layout.rows;
      this.#scene = new Scene(
        { client, session, layout, active, marked, expand, tables: this.#tables },
        reused ? scene.canvas : undefined,
      );
    }
    this.#title = session.options.flag("set-titles")
      ? expand(session.options.get("set-titles-string") ?? "", { client, time: true })
      : undefined;
    this.#stale = "nothing";
    return this.#scene!;
  }

  #layout(session: Session, active: Pane): ClientLayout {
    const { window } = session.current;
    const size = this.#setup.client.size!;
    // Most windows fit, and then the layout does not depend on the cursor.
    const large = window.cols > size.cols || window.rows >= size.rows;
    const at = large ? cursorOf(active) : undefined;
    const cursor = at?.visible ? { x: active.left + at.x, y: active.top + at.y } : undefined;
    return clientLayout({ size, session, cursor, pan: this.#pan });
  }

  /** Draws a message or an overlay over a copy of the scene. */
  #cover(scene: Scene): { picture: CellGrid; covered: boolean } {
    const { line, overlay } = this.#setup.own;
    if (!line && !overlay) return { picture: scene.canvas.grid, covered: false };
    const { cols, rows, statusLines, statusAtTop } = scene.setup.layout;
    const fits = this.#covered?.cols === cols && this.#covered.rows === rows;
    const canvas = fits ? this.#covered! : createCanvas(cols, rows, this.#tables);
    this.#covered = canvas;
    canvas.grid.copyFrom(scene.canvas.grid);
    if (line) {
      const y = statusAtTop ? Math.max(0, statusLines - 1) : rows - 1;
      drawOwnLine(canvas.part({ x: 0, y, cols, rows: 1 }), { ...scene.setup, line });
    }
    overlay?.draw(canvas);
    return { picture: canvas.grid, covered: true };
  }

  #cursorAndModes(scene: Scene): { cursor: { x: number; y: number }; modes: TerminalModes } {
    const { server, own } = this.#setup;
    const { session, active, layout } = scene.setup;
    const { view } = layout;
    const at = own.overlay ? own.overlay.cursor : cursorOf(active);
    const x = own.overlay ? (at?.x ?? 0) : active.left + (at?.x ?? 0) - view.x;
    const y = own.overlay ? (at?.y ?? 0) : active.top + (at?.y ?? 0) - view.y;
    const cursorInSight = x >= 0 && x <= view.cols && y >= 0 && y <= view.rows;
    const modes = clientModes({ server, session, active, own, cursorInSight, title: this.#title });
    const top = own.overlay ? 0 : layout.windowTop;
    return {
      cursor: { x: Math.min(x, layout.cols - 1), y: Math.min(y + top, layout.rows - 1) },
      modes,
    };
  }

  /** Reassigns the numbers of styles and characters; only those that canvases hold stay the same. */
  #collect(): void {
    const grids = [this.#scene?.canvas.grid, this.#covered?.grid, this.#output.shown];
    this.#tables.collect(grids.filter((grid) => grid !== undefined));
    this.#output.tablesChanged();
    this.#stale = "all";
  }
}

function isSameLayout(a: ClientLayout, b: ClientLayout): boolean {
  return (
    a.cols === b.cols &&
    a.rows === b.rows &&
    a.statusLines === b.statusLines &&
    a.statusAtTop === b.statusAtTop &&
    a.view.x === b.view.x &&
    a.view.y === b.view.y &&
    a.view.cols === b.view.cols &&
    a.view.rows === b.view.rows
  );
}
