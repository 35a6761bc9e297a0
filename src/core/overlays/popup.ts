import type { Canvas } from "../canvas/canvas.ts";
import { cellStyle, plainStyle } from "../canvas/cell-style.ts";
import type { Overlay } from "../face/overlay.ts";
import { encodeKey } from "../keys/encode-key.ts";
import { encodeMouse } from "../keys/encode-mouse.ts";
import { bindable } from "../keys/key.ts";
import { formatKey } from "../keys/key-name.ts";
import type { KeyPress, MousePlace } from "../keys/key-press.ts";
import type { ExitState, Size } from "../ports.ts";
import { createScreen } from "../screen/emulator.ts";
import type { Cursor, Run, Screen, Style } from "../screen/screen.ts";
import type { TextStyle } from "../style/style.ts";
import { drawBox } from "./draw-box.ts";

/** The program in a popup, on a terminal of its own. */
export interface PopupProcess {
  readonly exited: Promise<ExitState>;
  write(bytes: Uint8Array): void;
  resize(size: Size): void;
  close(): void;
}

export interface PopupSetup extends Size {
  readonly x: number;
  readonly y: number;
  readonly title: string;
  /** As popup-border-lines names them. */
  readonly lines: string;
  readonly borderStyle: TextStyle;
  /** Colours of what the program gives none. */
  readonly style: TextStyle;
  /** `-E`: it closes when the program ends; "success": only with status 0. */
  readonly closeAtExit: "no" | "yes" | "success";
  start(size: Size, onOutput: (bytes: Uint8Array) => void): PopupProcess;
  /** It shows something else. */
  changed(): void;
  /** Takes it away. */
  close(): void;
  /** The status of its program; as if hung up where it had not ended. */
  closed(status: number): void;
}

const HUNG_UP = 129;

/** A program in a box over the picture. Escape and C-c close it, unless its program is what closes it. */
export class Popup implements Overlay {
  revision = 0;
  readonly #setup: PopupSetup;
  readonly #screen: Screen;
  readonly #process: PopupProcess;
  #x: number;
  #y: number;
  #size: Size;
  #status: number | undefined;
  #gone = false;

  constructor(setup: PopupSetup) {
    this.#setup = setup;
    this.#x = setup.x;
    this.#y = setup.y;
    this.#size = { cols: setup.cols, rows: setup.rows };
    const inside = this.#inside;
    this.#screen = createScreen({
      ...inside,
      historyLimit: 0,
      listener: { reply: (bytes) => this.#process.write(bytes) },
    });
    this.#process = setup.start(inside, (bytes) => this.#printed(bytes));
    void this.#process.exited.then((exit) => this.#ended(exit));
  }

  get cursor(): Cursor {
    const { cursor } = this.#screen;
    const frame = this.#frame;
    return { ...cursor, x: this.#x + frame + cursor.x, y: this.#y + frame + cursor.y };
  }

  get modes(): Overlay["modes"] {
    return this.#screen.modes;
  }

  draw(canvas: Canvas): void {
    const { lines, borderStyle, style, title } = this.#setup;
    const whole = { x: 0, y: 0, ...this.#size };
    const box = canvas.part({ ...whole, x: this.#x, y: this.#y });
    const base = cellStyle(style);
    box.fill(whole, { ...plainStyle, foreground: base.foreground, background: base.background });
    drawBox(box, { lines, style: borderStyle, title });
    const frame = this.#frame;
    const inside = this.#inside;
    const part = box.part({ x: frame, y: frame, ...inside });
    for (let y = 0; y < inside.rows; y++) {
      const runs = this.#screen.runs(y).map((run) => colouredRun(run, base));
      part.runs(0, y, runs, { from: 0, cols: inside.cols });
    }
  }

  key(press: KeyPress): ReturnType<Overlay["key"]> {
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
    const { x, y, cols, rows } = this.#setup;
    this.#size = { cols: Math.min(cols, terminal.cols), rows: Math.min(rows, terminal.rows) };
    this.#x = Math.min(x, terminal.cols - this.#size.cols);
    this.#y = Math.min(y, terminal.rows - this.#size.rows);
    const inside = this.#inside;
    if (inside.cols < 1 || inside.rows < 1) return "keep";
    this.#screen.resize(inside.cols, inside.rows);
    if (this.#status === undefined) this.#process.resize(inside);
    return "keep";
  }

  closed(): void {
    this.#gone = true;
    if (this.#status === undefined) this.#process.close();
    this.#setup.closed(this.#status ?? HUNG_UP);
  }

  /** Cells of the frame on each side. */
  get #frame(): number {
    return this.#setup.lines === "none" ? 0 : 1;
  }

  get #inside(): Size {
    const { cols, rows } = this.#size;
    return { cols: cols - 2 * this.#frame, rows: rows - 2 * this.#frame };
  }

  #printed(bytes: Uint8Array): void {
    if (this.#gone) return;
    this.#screen.write(bytes);
    this.revision++;
    this.#setup.changed();
  }

  #ended({ status, signal }: ExitState): void {
    this.#status = status ?? signal ?? 0;
    const { closeAtExit } = this.#setup;
    if (this.#gone) return;
    if (closeAtExit === "yes" || (closeAtExit === "success" && this.#status === 0)) this.#setup.close();
  }

  #mouse(mouse: MousePlace): void {
    const paneX = mouse.x - this.#x - this.#frame;
    const paneY = mouse.y - this.#y - this.#frame;
    const { cols, rows } = this.#inside;
    if (paneX < 0 || paneY < 0 || paneX >= cols || paneY >= rows) return;
    const bytes = encodeMouse({ ...mouse, paneX, paneY }, this.#screen.modes);
    if (bytes && this.#status === undefined) this.#process.write(bytes);
  }
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
