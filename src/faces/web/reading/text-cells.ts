import type { IBuffer, IBufferCell } from "@xterm/xterm";

/** A character of a screen as it is read: how it looks is in `style`, equal styles have equal texts. */
export interface TextCell {
  readonly text: string;
  readonly columns: number;
  readonly style: string;
}

/** Colours as in pictures: a palette index, -1 for the page's own, 0x1000000 + RGB. */
export interface ReadStyle {
  readonly fg: number;
  readonly bg: number;
  readonly flags: string;
}

const RGB = 0x1000000;
export const CURSOR = "c";
const BLANK = " ";
/** The page's own colours, and nothing else. */
const PLAIN = "-1 -1 ";

/** One line as the program printed it: rows that a narrower terminal had to wrap are joined. */
export interface LogicalLine {
  readonly cells: readonly TextCell[];
  /** The first row after it. */
  readonly next: number;
}

/** Where the cursor is, and what an input method is composing there. */
export interface ReadCursor {
  readonly row: number;
  readonly column: number;
  readonly composing: string;
}

/** The row at which the line of this row begins. */
export function lineStart(buffer: IBuffer, row: number): number {
  let start = row;
  while (start > 0 && buffer.getLine(start)?.isWrapped) start--;
  return start;
}

/** The line that begins at this row. Blanks at its end that show nothing are left out. */
export function readLine(buffer: IBuffer, first: number, cursor: ReadCursor | undefined): LogicalLine {
  const cells: TextCell[] = [];
  let row = first;
  do {
    readRow(buffer, row, cursor?.row === row ? cursor : undefined, cells);
    row++;
  } while (buffer.getLine(row)?.isWrapped);
  while (cells.at(-1)?.text === BLANK && cells.at(-1)?.style === PLAIN) cells.pop();
  return { cells, next: row };
}

function readRow(buffer: IBuffer, row: number, cursor: ReadCursor | undefined, cells: TextCell[]): void {
  const line = buffer.getLine(row);
  const read = buffer.getNullCell();
  for (let column = 0; line && column < line.length; column++) {
    const cell = line.getCell(column, read);
    if (!cell || cell.getWidth() === 0) continue;
    const isCursor = cursor?.column === column;
    if (isCursor) cells.push(...composed(cursor.composing));
    const style = styleOf(cell, isCursor ? CURSOR : "");
    cells.push({ text: cell.getChars() || BLANK, columns: cell.getWidth(), style });
  }
}

function composed(text: string): TextCell[] {
  return [...text].map((character) => ({ text: character, columns: 1, style: "-1 -1 u" }));
}

function styleOf(cell: IBufferCell, cursor: string): string {
  if (cell.isAttributeDefault()) return `${PLAIN}${cursor}`;
  const bold = cell.isBold() !== 0;
  const fg = cell.isFgRGB() ? RGB + cell.getFgColor() : cell.isFgDefault() ? -1 : cell.getFgColor();
  const bg = cell.isBgRGB() ? RGB + cell.getBgColor() : cell.isBgDefault() ? -1 : cell.getBgColor();
  const flags = [
    bold && "b",
    cell.isItalic() !== 0 && "i",
    cell.isUnderline() !== 0 && "u",
    cell.isStrikethrough() !== 0 && "s",
    cell.isDim() !== 0 && "d",
    cell.isInverse() !== 0 && "r",
    cell.isInvisible() !== 0 && "h",
    cursor,
  ];
  return `${bold && fg >= 0 && fg < 8 ? fg + 8 : fg} ${bg} ${flags.filter(Boolean).join("")}`;
}

export function parseStyle(style: string): ReadStyle {
  const [fg = "", bg = "", flags = ""] = style.split(" ");
  return { fg: Number(fg), bg: Number(bg), flags };
}
