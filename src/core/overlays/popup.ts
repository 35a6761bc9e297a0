import type { Canvas, CanvasArea } from "../canvas/canvas.ts";
import { cellStyle, plainStyle } from "../canvas/cell-style.ts";
import type { Overlay } from "../face/overlay.ts";
import { encodeKey } from "../keys/encode-key.ts";
import { encodeMouse } from "../keys/encode-mouse.ts";
import { bindable } from "../keys/key.ts";
import { formatKey } from "../keys/key-name.ts";
import type { ExitState, Size } from "../ports.ts";
import { createScreen } from "../screen/emulator.ts";
import { reply } from "../screen/replies.ts";
import type { Cursor, DefaultColour, Run, Screen, Style } from "../screen/screen.ts";
import { colourToRgb } from "../style/colour.ts";
import type { TextStyle } from "../style/style.ts";
import type { KeyPress, MousePlace } from "../tree/tree.ts";
import { drawBox } from "./draw-box.ts";
import { Menu, menuSize } from "./menu.ts";
import type { MenuItem } from "./menu-items.ts";
import type { PopupAction } from "./popup-menu.ts";
import { PopupPlace } from "./popup-place.ts";

/** The program in a popup, on its own terminal. */
export interface PopupProcess {
  readonly exited: Promise<ExitState>;
  write(bytes: Uint8Array): void;
  resize(size: Size): void;
  close(): void;
}

export interface PopupSetup {
  readonly area: CanvasArea;
  readonly terminal: Size;
  readonly title: string;
  /** As popup-border-lines names them. */
  readonly lines: string;
  readonly borderStyle: TextStyle;
  /** Colours of text that the program does not colour. */
  readonly style: TextStyle;
  /** `-E`: the popup closes when the program exits; "success": only with status 0. */
  readonly closeAtExit: "no" | "yes" | "success";
  /** Items of the popup's own menu (see popup-menu.ts), and the style of the selected one. */
  menu(): { readonly items: readonly MenuItem[]; readonly chosenStyle: TextStyle };
  /** Moves the program and its screen to a new pane; returns false if that is impossible. */
  becomePane(direction: "left-right" | "top-bottom", screen: Screen): boolean;
  /** A default colour of the terminal below, as 0xrrggbb; undefined if unknown. */
  terminalColour(which: DefaultColour): number | undefined;
  /** Content of the newest buffer. */
  pasted(): Uint8Array | undefined;
  start(size: Size, onOutput: (bytes: Uint8Array) => void): PopupProcess;
  /** Called when the popup shows something else. */
  onChanged(): void;
  /** Removes the popup. */
  close(): void;
  /** Receives the exit status of the program; that of SIGHUP if the program had not exited. */
  onClosed(status: number): void;
}

const HUNG_UP = 129;

/**
 * A program in a box over the picture. Escape and C-c close the popup, unless it closes with its program. The mouse
 * moves and resizes it by its frame; the third button opens its menu.
 */
export class Popup implements Overlay {
  revision = 0;
  readonly #setup: PopupSetup;
  readonly #screen: Screen;
  readonly #process: PopupProcess;
  readonly #place: PopupPlace;
  #menu: Menu | undefined;
  #status: number | undefined;
  /** The user closed the popup from its menu. */
  #closing = false;
  /** The program continues without the popup, in a pane. */
  #elsewhere = false;
  #gone = false;

  constructor(setup: PopupSetup) {
    this.#setup = setup;
    const { area, terminal, lines } = setup;
    this.#place = new PopupPlace(area, { terminal, frame: lines === "none" ? 0 : 1 });
    const { inside } = this.#place;
    this.#screen = createScreen({
      ...inside,
      historyLimit: 0,
      rewraps: false,
      listener: {
        reply: (bytes) => this.#process.write(bytes),
        colourAsked: (which, endedByBell) => {
          const rgb = colourToRgb(setup.style[which]) ?? setup.terminalColour(which);
          if (rgb !== undefined) this.#process.write(reply.colour(which, rgb, endedByBell));
        },
      },
    });
    this.#process = setup.start(inside, (bytes) => this.#printed(bytes));
    void this.#process.exited.then((exit) => this.#ended(exit));
  }

  get cursor(): Cursor | undefined {
    if (this.#menu) return undefined;
    const { cursor } = this.#screen;
    const { area, frame } = this.#place;
    return { ...cursor, x: area.x + frame + cursor.x, y: area.y + frame + cursor.y };
  }

  get modes(): Overlay["modes"] {
    return this.#menu ? this.#menu.modes : this.#screen.modes;
  }

  draw(canvas: Canvas): void {
    const { lines, borderStyle, style, title } = this.#setup;
    const { area, frame, inside } = this.#place;
    const box = canvas.part(area);
    const base = cellStyle(style);
    const blank = { ...plainStyle, foreground: base.foreground, background: base.background };
    box.fill({ ...area, x: 0, y: 0 }, blank);
    drawBox(box, { lines, style: borderStyle, title });
    const part = box.part({ x: frame, y: frame, ...inside });
    for (let y = 0; y < Math.min(inside.rows, this.#screen.rows); y++) {
      const runs = this.#screen.runs(y).map((run) => colouredRun(run, base));
      part.runs(0, y, runs, { from: 0, cols: inside.cols });
    }
    this.#menu?.draw(canvas);
  }

  key(press: KeyPress): ReturnType<Overlay["key"]> {
    this.revision++;
    if (this.#menu) return this.#menuKey(this.#menu, press);
    if (press.mouse) {
      this.#mouse(press.mouse);
      return "keep";
    }
    const running = this.#status === undefined;
    const name = formatKey(bindable(press.key));
    const closes = this.#setup.closeAtExit === "no" || !running;
    if (closes && (name === "Escape" || name === "C-c")) return "close";
    const bytes = running ? encodeKey(press.key, this.#screen.modes) : undefined;
    if (bytes) this.#process.write(bytes);
    return "keep";
  }

  resize(terminal: Size): "keep" {
    this.#menu = undefined;
    this.#place.fit(terminal);
    this.#resizeProgram();
    return "keep";
  }

  onClosed(): void {
    this.#gone = true;
    if (this.#status === undefined && !this.#elsewhere) this.#process.close();
    this.#setup.onClosed(this.#status ?? HUNG_UP);
  }

  #resizeProgram(): void {
    const { inside } = this.#place;
    if (inside.cols < 1 || inside.rows < 1) return;
    this.#screen.resize(inside.cols, inside.rows);
    if (this.#status === undefined) this.#process.resize(inside);
  }

  #printed(bytes: Uint8Array): void {
    if (this.#gone) return;
    this.#screen.write(bytes);
    this.revision++;
    this.#setup.onChanged();
  }

  #ended({ status, signal }: ExitState): void {
    this.#status = status ?? signal ?? 0;
    const { closeAtExit } = this.#setup;
    if (this.#gone) return;
    if (closeAtExit === "yes" || (closeAtExit === "success" && this.#status === 0)) this.#setup.close();
  }

  #mouse(mouse: MousePlace): void {
    const about = this.#place.mouse(mouse);
    if (about === "menu") this.#openMenu(mouse);
    else if (about === "resized") this.#resizeProgram();
    else if (about === "inside") this.#tellProgram(mouse);
  }

  #tellProgram(mouse: MousePlace): void {
    const { area, frame } = this.#place;
    const at = { paneX: mouse.x - area.x - frame, paneY: mouse.y - area.y - frame };
    const bytes = encodeMouse({ ...mouse, ...at }, this.#screen.modes);
    if (bytes && this.#status === undefined) this.#process.write(bytes);
  }

  /** Centres the menu under the mouse, as far as there is room. */
  #openMenu(mouse: MousePlace): void {
    const { terminal } = this.#place;
    const { items, chosenStyle } = this.#setup.menu();
    const size = menuSize({ title: "", items });
    if (size.cols > terminal.cols || size.rows > terminal.rows) return;
    const x = Math.max(0, mouse.x - Math.floor(size.cols / 2));
    this.#menu = new Menu({
      title: "",
      items,
      x: Math.min(x, terminal.cols - size.cols),
      y: Math.min(mouse.y, terminal.rows - size.rows),
      chosenStyle,
      mouse: true,
      stayOpen: false,
      onChosen: (command) => {
        this.#menu = undefined;
        this.#actions[command as PopupAction]();
      },
    });
  }

  #menuKey(menu: Menu, press: KeyPress): "keep" | "close" {
    if (menu.key(press) === "close") this.#menu = undefined;
    return this.#closing ? "close" : "keep";
  }

  #becomePane(direction: "left-right" | "top-bottom"): void {
    if (this.#status !== undefined) return;
    this.#elsewhere = this.#setup.becomePane(direction, this.#screen);
    this.#closing = this.#elsewhere;
  }

  readonly #actions: Readonly<Record<PopupAction, () => void>> = {
    close: () => {
      this.#closing = true;
    },
    paste: () => {
      const data = this.#setup.pasted();
      if (data && this.#status === undefined) this.#process.write(data);
    },
    fill: () => this.#place.fill(),
    centre: () => this.#place.centre(),
    "to-columns": () => this.#becomePane("left-right"),
    "to-rows": () => this.#becomePane("top-bottom"),
  };
}

function colouredRun(run: Run, base: Style): Run {
  const { foreground, background } = run.style;
  if (foreground.kind !== "default" && background.kind !== "default") return run;
  const style = {
    ...run.style,
    foreground: foreground.kind === "default" ? base.foreground : foreground,
    background: background.kind === "default" ? base.background : background,
  };
  return { ...run, style };
}
