export interface Cell {
  readonly text: string;
  /** Numbers stand at the right. */
  readonly right?: boolean;
  /** Colours it, when its width is settled. */
  paint?(text: string): string;
}

/** Rows of cells as lines, each column as wide as its widest cell; the last one is not filled up. */
export function columns(rows: readonly (readonly Cell[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map(({ text }, column) => Math.max(known[column] ?? 0, text.length)),
    [],
  );
  const draw = ({ text, right, paint }: Cell, column: number, row: readonly Cell[]) => {
    const width = column === row.length - 1 && !right ? 0 : widths[column]!;
    const filled = right ? text.padStart(width) : text.padEnd(width);
    return paint ? filled.replace(text, paint(text)) : filled;
  };
  return rows.map((row) => row.map(draw).join("  ").trimEnd());
}
