import { textWidth } from "../core/format/width.ts";

export interface TableCell {
  readonly text: string;
  /** Right-aligned, for numbers. */
  readonly right?: boolean;
  /** Colours the padded text, so that escape sequences do not count as width. */
  paint?(text: string): string;
}

/** Formats rows of cells as lines. Each column is as wide as its widest cell; the last one is not padded. */
export function columns(rows: readonly (readonly TableCell[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map(({ text }, column) => Math.max(known[column] ?? 0, textWidth(text))),
    [],
  );
  const draw = ({ text, right, paint }: TableCell, column: number, row: readonly TableCell[]) => {
    const width = column === row.length - 1 && !right ? 0 : widths[column]!;
    const filling = " ".repeat(Math.max(0, width - textWidth(text)));
    const shown = paint ? paint(text) : text;
    return right ? filling + shown : shown + filling;
  };
  return rows.map((row) => row.map(draw).join("  ").trimEnd());
}
