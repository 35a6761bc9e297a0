import type { IUnicodeVersionProvider } from "@xterm/xterm";
import { NO_WIDTH, widthOf } from "../../../core/screen/width.ts";

/**
 * Character widths as the daemon counts them. With another table, one wide character would move every later column of its
 * line away from where the program believes it is.
 */
export const daemonWidths: IUnicodeVersionProvider = {
  version: "mullion",
  wcwidth: columns,
  /** xterm.js packs a character's width and whether it joins the one before it into one number. */
  charProperties(code, before) {
    const width = columns(code);
    const widthBefore = (before >> 1) & 3;
    const joins = width === 0 && before !== 0 && widthBefore !== 0;
    return ((joins ? Math.max(width, widthBefore) : width) << 1) | (joins ? 1 : 0);
  },
};

/** The daemon drops characters without a width; here they take no column. */
function columns(code: number): 0 | 1 | 2 {
  const width = widthOf(code);
  return width === NO_WIDTH ? 0 : (width as 0 | 1 | 2);
}
