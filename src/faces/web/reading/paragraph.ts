import type { IBuffer } from "@xterm/xterm";
import { type LogicalLine, type ReadCursor, readLine, type TextCell } from "./text-cells.ts";

/** What a line of prose begins with: its indentation, and perhaps the sign of an item. Its next lines begin below the text. */
const HEAD = /^\s*(?:(?:[●•◦▪⏺└⎿*+>❯–—-]|\d{1,3}[.)])\s+)?/u;
/** A line that goes on in lower case is the rest of a sentence. */
const REST = /^( *)(\p{Ll}\S*)/u;
const COLUMNS_OF_TEXT = /\S {2,}\S|[\u2500-\u259f]/u;
/** Programs leave a margin on the right. */
const MARGIN = 8;
/** A shorter line ends where its author wanted it to. */
const LEAST_SHARE = 0.6;
const MAX_LINES = 40;

interface ParagraphOptions {
  /** Of the terminal. */
  readonly cols: number;
  /** The line with the cursor is being typed: it stays as it is. */
  readonly cursor?: ReadCursor | undefined;
  /** The row before which it ends at the latest. */
  readonly end?: number;
}

/**
 * The line that begins at this row, with those into which its program has broken it. Agents wrap their prose themselves,
 * at the width of the terminal: on a narrower page every second line would be short.
 */
export function readParagraph(
  buffer: IBuffer,
  first: number,
  { cols, cursor, end = buffer.length }: ParagraphOptions,
): LogicalLine {
  let { cells, next } = readLine(buffer, first, cursor);
  let last = cells;
  for (let count = 1; count < MAX_LINES && next < end; count++) {
    const line = readLine(buffer, next, cursor);
    const hasCursor = cursor !== undefined && cursor.row >= first && cursor.row < line.next;
    if (hasCursor || !continues(last, line.cells, cols)) break;
    const indentation = line.cells.findIndex(({ text }) => text !== " ");
    cells = [
      ...cells,
      { text: " ", columns: 1, style: last.at(-1)?.style ?? "" },
      ...line.cells.slice(indentation),
    ];
    next = line.next;
    last = line.cells;
  }
  return { cells, next };
}

/** Whether a program broke the line before `after` because its next word had no room. */
export function continues(before: readonly TextCell[], after: readonly TextCell[], cols: number): boolean {
  const [text, rest] = [textOf(before), textOf(after)];
  const [head = ""] = HEAD.exec(text) ?? [];
  const [, indentation = "", word = ""] = REST.exec(rest) ?? [];
  const width = columnsOf(before);
  return (
    word !== "" &&
    width <= cols &&
    width >= cols * LEAST_SHARE &&
    width + 1 + word.length > cols - MARGIN &&
    indentation.length === head.length &&
    !COLUMNS_OF_TEXT.test(text.slice(head.length)) &&
    !COLUMNS_OF_TEXT.test(rest.slice(indentation.length)) &&
    // Lines that begin alike are entries of a log.
    text.trimStart().split(" ", 1)[0] !== word
  );
}

const textOf = (cells: readonly TextCell[]) => cells.map(({ text }) => text).join("");
const columnsOf = (cells: readonly TextCell[]) => cells.reduce((sum, { columns }) => sum + columns, 0);
