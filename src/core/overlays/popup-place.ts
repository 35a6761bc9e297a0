import type { CanvasArea } from "../canvas/canvas.ts";
import { buttonOf, isMotion, mouseModifiers } from "../keys/decode/mouse-report.ts";
import type { Size } from "../ports.ts";
import type { MousePlace } from "../tree/tree.ts";

/** The target of a mouse event: the menu, the popup's own position or size, or the program inside. */
export type PopupMouse = "menu" | "held" | "moved" | "resized" | "inside" | "outside";

type Edge = "left" | "right" | "top" | "bottom";

interface Drag {
  readonly kind: "move" | "size";
  /** Offset from the popup's corner to the mouse. */
  readonly dx: number;
  readonly dy: number;
}

const FIRST_BUTTON = 0;
const THIRD_BUTTON = 2;

/**
 * The position of a popup on a terminal. The first button moves it by its frame, or by any part with Meta held; the
 * third button resizes it the same way. The popup returns to its given or dragged position whenever the terminal has
 * room for it.
 */
export class PopupPlace {
  /** Cells of the frame on each side. */
  readonly frame: number;
  #terminal: Size;
  #wanted: CanvasArea;
  #area: CanvasArea;
  #drag: Drag | undefined;

  constructor(area: CanvasArea, { terminal, frame }: { readonly terminal: Size; readonly frame: number }) {
    this.frame = frame;
    this.#terminal = terminal;
    this.#wanted = area;
    this.#area = area;
  }

  get area(): CanvasArea {
    return this.#area;
  }

  get terminal(): Size {
    return this.#terminal;
  }

  /** Size without the frame. */
  get inside(): Size {
    const { cols, rows } = this.#area;
    return { cols: cols - 2 * this.frame, rows: rows - 2 * this.frame };
  }

  /** Adapts to a new size of the terminal. */
  fit(terminal: Size): void {
    this.#terminal = terminal;
    const { x, y, ...wanted } = this.#wanted;
    const cols = Math.min(wanted.cols, terminal.cols);
    const rows = Math.min(wanted.rows, terminal.rows);
    this.#area = { x: Math.min(x, terminal.cols - cols), y: Math.min(y, terminal.rows - rows), cols, rows };
  }

  /** All of the terminal, for now: what is inside keeps its size. */
  fill(): void {
    this.#area = { x: 0, y: 0, ...this.#terminal };
  }

  centre(): void {
    const { cols, rows } = this.#area;
    const middle = (whole: number, part: number) => Math.floor(whole / 2) - Math.floor(part / 2);
    const terminal = this.#terminal;
    this.#area = { x: middle(terminal.cols, cols), y: middle(terminal.rows, rows), cols, rows };
  }

  mouse(mouse: MousePlace): PopupMouse {
    if (this.#drag) return this.#dragTo(this.#drag, mouse);
    const button = buttonOf(mouse.buttons);
    const { meta, shift, ctrl } = mouseModifiers(mouse.buttons);
    if (!this.#covers(mouse)) return button === THIRD_BUTTON ? "menu" : "outside";
    const edge = this.#edgeAt(mouse);
    const plain = !meta && !shift && !ctrl;
    if (plain && button === THIRD_BUTTON && (edge === "left" || edge === "top")) return "menu";
    if (!edge && !(meta && !shift && !ctrl)) return "inside";
    if (isMotion(mouse.buttons)) this.#beginDrag(mouse.last);
    return "held";
  }

  #beginDrag({ x, y, buttons }: MousePlace["last"]): void {
    const { x: left, y: top } = this.#area;
    const button = buttonOf(buttons);
    const kind = button === FIRST_BUTTON ? "move" : button === THIRD_BUTTON ? "size" : undefined;
    if (kind) this.#drag = { kind, dx: x - left, dy: y - top };
  }

  #dragTo(drag: Drag, mouse: MousePlace): PopupMouse {
    if (!isMotion(mouse.buttons)) {
      this.#drag = undefined;
      return "held";
    }
    return drag.kind === "move" ? this.#moveTo(drag, mouse) : this.#sizeTo(mouse);
  }

  /** At an edge of the terminal the popup stops, and the mouse then holds it at another cell. */
  #moveTo({ kind, dx, dy }: Drag, mouse: MousePlace): PopupMouse {
    const { cols, rows } = this.#area;
    const x = Math.max(0, Math.min(mouse.x - dx, this.#terminal.cols - cols));
    const y = Math.max(0, Math.min(mouse.y - dy, this.#terminal.rows - rows));
    this.#area = { x, y, cols, rows };
    this.#wanted = { ...this.#wanted, x, y };
    this.#drag = { kind, dx: mouse.x - x, dy: mouse.y - y };
    return "moved";
  }

  #sizeTo(mouse: MousePlace): PopupMouse {
    const { x, y } = this.#area;
    const least = 2 * this.frame + 1;
    const cols = mouse.x - x;
    const rows = mouse.y - y;
    if (cols < least || rows < least) return "held";
    this.#area = { x, y, cols, rows };
    this.#wanted = { ...this.#wanted, cols, rows };
    return "resized";
  }

  #covers({ x, y }: MousePlace): boolean {
    const { x: left, y: top, cols, rows } = this.#area;
    return x >= left && x < left + cols && y >= top && y < top + rows;
  }

  #edgeAt({ x, y }: MousePlace): Edge | undefined {
    if (this.frame === 0) return undefined;
    const { x: left, y: top, cols, rows } = this.#area;
    if (x === left) return "left";
    if (x === left + cols - 1) return "right";
    if (y === top) return "top";
    return y === top + rows - 1 ? "bottom" : undefined;
  }
}
