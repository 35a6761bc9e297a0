import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import { textWidth } from "../../format/width.ts";
import type { Style } from "../../screen/screen.ts";

/** Text on lines of its own, or an empty line between texts. */
export type DescriptionPart =
  | {
      readonly text: string;
      readonly style?: Style;
      /** The next text continues on the same line. */
      readonly open?: boolean;
    }
  /** An empty line. The description ends there unless two more lines fit ("gap"), or one ("last gap"). */
  | "gap"
  | "last gap";

/** Draws as many parts as there is room for, broken between words. */
export function drawDescription(canvas: Canvas, parts: readonly DescriptionPart[]): void {
  const pen = new Pen(canvas);
  for (const part of parts) {
    const roomLeft = typeof part === "string" ? pen.skipLine(part === "gap" ? 2 : 1) : pen.write(part);
    if (!roomLeft) return;
  }
}

class Pen {
  readonly #canvas: Canvas;
  #x = 0;
  #y = 0;

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
  }

  /** Returns false if fewer lines are left. */
  skipLine(least: number): boolean {
    this.#x = 0;
    this.#y++;
    return this.#y + least <= this.#canvas.rows;
  }

  /** Returns false if the text did not fit, or filled the last line. */
  write({ text, style = plainStyle, open = false }: Exclude<DescriptionPart, string>): boolean {
    const { cols, rows } = this.#canvas;
    let rest = text;
    for (;;) {
      const { line, behind } = cutLine(rest, cols - this.#x);
      this.#canvas.text(this.#x, this.#y, line, style);
      this.#x += textWidth(line);
      rest = behind;
      if (rest === "" || this.#y === rows - 1) break;
      this.skipLine(0);
    }
    const ends = !open || this.#x === cols;
    if (rest !== "" || (ends && this.#y === rows - 1)) return false;
    if (ends) this.skipLine(0);
    return true;
  }
}

/** Divides a text into the part that fits on a line, up to a blank if it has one, and the rest. */
function cutLine(text: string, cols: number): { readonly line: string; readonly behind: string } {
  let end = 0;
  let width = 0;
  for (const character of text) {
    const columns = textWidth(character);
    if (character === "\n" || width + columns > cols) break;
    width += columns;
    end += character.length;
  }
  if (end === text.length) return { line: text, behind: "" };
  if (text[end] === "\n" || text[end] === " ")
    return { line: text.slice(0, end), behind: text.slice(end + 1) };
  const blank = text.lastIndexOf(" ", end);
  if (blank > 0) return { line: text.slice(0, blank), behind: text.slice(blank + 1) };
  return { line: text.slice(0, end), behind: text.slice(end) };
}
