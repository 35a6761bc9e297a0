import type { ScreenText } from "./look.ts";

/** Buttons side by side, or one alone: `<Yes>   <No>`, `<  OK  >`. */
const BUTTONS = /^\s*(?:<\s*\p{L}[^<>]*>\s*)+$/u;
const SIDE = /^[^│|]*[│|](.*)[│|][^│|]*$/u;
/** The two ends of a box's top. One pattern for both would be slow in a wide row of many beginnings. */
const TOP_BEGINS = /[┌╭╔+][─═-]/u;
const TOP_ENDS = /[─═-][┐╮╗+]/u;
/** The frame of a field or a list in the box: without the side of the box before it, and with it. */
const INNER = /^\s*[┌│╭╔|+]/u;
const INNER_FRAME = /[│|]\s*[┌╭╔+]/u;
const MAX_TEXT = 300;

/**
 * The text of a box with buttons, as dialog, whiptail, debconf and pinentry draw it; undefined if there is none with
 * the cursor in it. A box that a program has left behind has the cursor below it.
 */
export function dialogBox({ rows, cursor }: ScreenText): string | undefined {
  const buttons = rows.findLastIndex((row) => BUTTONS.test(contentOf(row) ?? ""));
  const top = rows.findLastIndex((row, index) => index < buttons && isTop(row));
  if (top < 0 || cursor.y <= top || cursor.y > buttons + 1) return undefined;
  const content = rows.slice(top + 1, buttons).map((row) => contentOf(row) ?? "");
  const first = content.findIndex((row) => row.trim() !== "");
  const text = content.slice(Math.max(0, first));
  const end = text.findIndex((row) => row.trim() === "" || INNER.test(row));
  const asked = text.slice(0, end < 0 ? undefined : end).map((row) => row.trim());
  return asked.join(" ").slice(0, MAX_TEXT);
}

function isTop(row: string): boolean {
  const start = row.search(TOP_BEGINS);
  return start >= 0 && TOP_ENDS.test(row.slice(start + 2)) && !INNER_FRAME.test(row);
}

/** What stands between the sides of the box. */
function contentOf(row: string): string | undefined {
  return SIDE.exec(row)?.[1];
}
