import type { Canvas } from "../../canvas/canvas.ts";
import type { Style } from "../../screen/screen.ts";

/** A large character has five by five cells. */
export const DIGIT_CELLS = 5;
/** Columns from one large character to the next, with a gap between them. */
export const DIGIT_ADVANCE = DIGIT_CELLS + 1;

/** Lines of each large character, `#` for a cell that is filled. */
const DIGITS: ReadonlyMap<string, readonly string[]> = new Map([
  ["0", ["#####", "#   #", "#   #", "#   #", "#####"]],
  ["1", ["    #", "    #", "    #", "    #", "    #"]],
  ["2", ["#####", "    #", "#####", "#    ", "#####"]],
  ["3", ["#####", "    #", "#####", "    #", "#####"]],
  ["4", ["#   #", "#   #", "#####", "    #", "    #"]],
  ["5", ["#####", "#    ", "#####", "    #", "#####"]],
  ["6", ["#####", "#    ", "#####", "#   #", "#####"]],
  ["7", ["#####", "    #", "    #", "    #", "    #"]],
  ["8", ["#####", "#   #", "#####", "#   #", "#####"]],
  ["9", ["#####", "#   #", "#####", "    #", "#####"]],
  [":", ["     ", "  #  ", "     ", "  #  ", "     "]],
  ["A", ["#####", "#   #", "#####", "#   #", "#   #"]],
  ["P", ["#####", "#   #", "#####", "#    ", "#    "]],
  ["M", ["#   #", "## ##", "# # #", "#   #", "#   #"]],
]);

/** Draws large characters side by side; characters that have no large form leave a gap. */
export function drawDigits(
  canvas: Canvas,
  text: string,
  { x: left, y: top, style }: { readonly x: number; readonly y: number; readonly style: Style },
): void {
  Array.from(text).forEach((character, index) => {
    DIGITS.get(character)?.forEach((line, y) => {
      for (let x = 0; x < DIGIT_CELLS; x++)
        if (line[x] === "#") canvas.text(left + index * DIGIT_ADVANCE + x, top + y, " ", style);
    });
  });
}
