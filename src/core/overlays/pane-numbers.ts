import type { Canvas, CanvasArea } from "../canvas/canvas.ts";
import { cellColour, plainStyle } from "../canvas/cell-style.ts";
import type { OverlayFace } from "../face/face.ts";
import type { Overlay } from "../face/overlay.ts";
import { bindable } from "../keys/key.ts";
import { DIGIT_ADVANCE, DIGIT_CELLS, drawDigits } from "../modes/clock/digits.ts";
import { paneIndex } from "../target/find-pane.ts";
import type { KeyPress, Pane } from "../tree/tree.ts";

export interface PaneNumbersSetup {
  readonly face: OverlayFace;
  /** `-N`: keys do not choose a pane. */
  readonly ignoreKeys: boolean;
  onChosen(pane: Pane): void;
  onClosed(): void;
}

const FIRST_LETTER = 10;
/** The last pane that has a letter of its own in its picture. */
const LAST_LETTER = 34;

/** The number of every pane over it, large where there is room; the number's key chooses the pane. */
export class PaneNumbers implements Overlay {
  readonly revision = 0;
  readonly #setup: PaneNumbersSetup;

  constructor(setup: PaneNumbersSetup) {
    this.#setup = setup;
  }

  draw(canvas: Canvas): void {
    const window = this.#window;
    if (!window) return;
    const shown = window.zoomed ? [window.active] : window.panes;
    for (const pane of shown) {
      const part = this.#partOf(pane);
      if (part) this.#drawPane(canvas, pane, part);
    }
  }

  key(press: KeyPress): ReturnType<Overlay["key"]> {
    const index = this.#setup.ignoreKeys ? undefined : indexOf(press);
    if (index === undefined) return "pass";
    const window = this.#window;
    const pane = window?.panes[index - window.options.number("pane-base-index")];
    if (pane) this.#setup.onChosen(pane);
    return "close";
  }

  onClosed(): void {
    this.#setup.onClosed();
  }

  get #window() {
    return this.#setup.face.client.session?.current.window;
  }

  /** The part of a pane that the client shows, in cells of its terminal. */
  #partOf({ left, top, cols, rows }: Pane): CanvasArea | undefined {
    const { layout } = this.#setup.face.shown;
    if (!layout) return undefined;
    const { view, windowTop } = layout;
    const across = overlap(left, cols, { from: view.x, length: view.cols });
    const down = overlap(top, rows, { from: view.y, length: view.rows });
    if (!across || !down) return undefined;
    return { x: across.at, cols: across.length, y: down.at + windowTop, rows: down.length };
  }

  #drawPane(canvas: Canvas, pane: Pane, part: CanvasArea): void {
    const { window } = pane;
    const index = paneIndex(pane);
    const number = String(index);
    if (part.cols < number.length) return;
    const option = window.active === pane ? "display-panes-active-colour" : "display-panes-colour";
    const colour = cellColour(this.#setup.face.client.session!.options.colour(option));
    const letter = letterOf(index);
    const written = { ...plainStyle, foreground: colour };
    const x = part.x + half(part.cols);
    const y = part.y + half(part.rows);
    const numberCols = number.length * DIGIT_ADVANCE;
    if (part.cols < numberCols || part.rows < DIGIT_CELLS) {
      const text = part.cols > number.length + letter.length ? `${number} ${letter}` : number;
      canvas.text(x - half(text.length), y, text, written);
      return;
    }
    const style = { ...plainStyle, background: colour };
    drawDigits(canvas, number, { x: x - numberCols / 2, y: y - 2, style });
    if (part.rows <= DIGIT_ADVANCE) return;
    const size = `${pane.cols}x${pane.rows}`;
    if (part.cols >= size.length) canvas.text(part.x + part.cols - size.length, part.y, size, written);
    canvas.text(x + numberCols / 2 - letter.length - 1, y + 3, letter, written);
  }
}

const half = (length: number): number => Math.floor(length / 2);

function letterOf(index: number): string {
  if (index < FIRST_LETTER || index > LAST_LETTER) return "";
  return String.fromCharCode(0x61 + index - FIRST_LETTER);
}

function indexOf(press: KeyPress): number | undefined {
  if (press.mouse) return undefined;
  const character = String.fromCharCode(bindable(press.key));
  if (bindable(press.key) > 0x7f || !/[0-9a-z]/.test(character)) return undefined;
  return Number.parseInt(character, 36);
}

function overlap(
  start: number,
  length: number,
  shown: { readonly from: number; readonly length: number },
): { at: number; length: number } | undefined {
  const from = Math.max(start, shown.from);
  const to = Math.min(start + length, shown.from + shown.length);
  return from < to ? { at: from - shown.from, length: to - from } : undefined;
}
