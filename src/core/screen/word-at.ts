import type { GridPlace, Snapshot } from "./screen.ts";

const BLANK = " ";

/**
 * The word at a cell: the text between blanks and separators around it. On a separator, the word after it. The second
 * column of a wide character ends a word, as in tmux.
 */
export function wordAt(
  lines: Pick<Snapshot, "last" | "cells" | "length" | "wrapped">,
  place: GridPlace,
  separators: string,
): string {
  const textAt = (x: number, line: number) => lines.cells(line)[x] ?? BLANK;
  const ends = (text: string) => text === BLANK || separators.includes(text);
  let { x, line } = place;
  let outside = false;
  for (let text = textAt(x, line); text !== ""; text = textAt(x, line)) {
    outside = ends(text);
    if (outside) break;
    if (x === 0) {
      if (line === 0 || !lines.wrapped(line - 1)) break;
      line--;
      x = lines.length(line);
      if (x === 0) break;
    }
    x--;
  }
  let word = "";
  for (;;) {
    if (outside) {
      const length = lines.length(line);
      if (length === 0 || x === length - 1) {
        if (line === lines.last || !lines.wrapped(line)) return word;
        line++;
        x = 0;
      } else x++;
    }
    outside = true;
    const text = textAt(x, line);
    if (ends(text)) return word;
    word += text;
  }
}
