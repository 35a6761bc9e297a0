import { drawnColumns } from "../../format/width.ts";
import type { TextStyle } from "../../style/style.ts";
import { codePointOf } from "../../text/utf8.ts";

/** One column. The second column of a wide character has no text. */
interface Column {
  readonly text: string;
  readonly columns: 0 | 1 | 2;
  readonly style: TextStyle;
}

const JOINER = "\u200d";

/** The columns of a styled text that are placed together, in order. */
export class Section {
  readonly #columns: Column[] = [];
  #joins = false;

  get width(): number {
    return this.#columns.length;
  }

  /** Adds one code point. Characters that a terminal cannot draw are left out. */
  add(character: string, style: TextStyle): void {
    const columns = drawnColumns(codePointOf(character));
    if (columns === undefined) return;
    if (columns === 0 || this.#joins) this.#combine(character);
    else {
      this.#columns.push({ text: character, columns: columns === 2 ? 2 : 1, style });
      if (columns === 2) this.#columns.push({ text: "", columns: 0, style });
    }
    this.#joins = character === JOINER;
  }

  append(other: Section, width: number): void {
    this.#columns.push(...other.#columns.slice(0, width));
  }

  /**
   * The columns from `start` on, as pieces of one style each. A wide character that does not fit at the end is left
   * out.
   */
  *pieces(start: number, width: number): Generator<{ text: string; columns: number; style: TextStyle }> {
    const end = Math.min(start + width, this.#columns.length);
    let piece: { text: string; columns: number; style: TextStyle } | undefined;
    for (let x = start; x < end; x++) {
      const column = this.#columns[x]!;
      if (x + column.columns > start + width) break;
      if (column.columns === 0 && x > start) continue;
      if (piece && piece.style !== column.style) {
        yield piece;
        piece = undefined;
      }
      piece ??= { text: "", columns: 0, style: column.style };
      piece.text += column.text || " ";
      piece.columns += column.columns || 1;
    }
    if (piece) yield piece;
  }

  #combine(character: string): void {
    for (let x = this.#columns.length - 1; x >= 0; x--) {
      const column = this.#columns[x]!;
      if (column.columns === 0) continue;
      this.#columns[x] = { ...column, text: column.text + character };
      return;
    }
  }
}
