import type { Row } from "./row.ts";
import type { Run } from "./screen.ts";
import { PADDING, SPACE } from "./sequences.ts";
import type { Terminal } from "./terminal.ts";

/**
 * A line as a face draws it: runs of one style. Unlike a capture it includes cleared cells that have a background,
 * and omits the blank tail of default style.
 */
export function lineRuns(
  { cols, sequences, styles }: Pick<Terminal, "cols" | "sequences" | "styles">,
  row: Row,
): Run[] {
  let end = Math.min(row.size, cols);
  while (end > 0 && row.codes[end - 1] === SPACE && row.styles[end - 1] === 0) end--;
  const runs: Run[] = [];
  for (let x = 0; x < end; ) {
    const column = x;
    const style = row.styles[x]!;
    if (row.ascii) {
      while (x < end && row.styles[x] === style) x++;
      runs.push({ column, text: row.asciiText(column, x), columns: x - column, style: styles.view(style) });
      continue;
    }
    let text = "";
    // The second column of a wide character belongs to the first, whatever its own style.
    while (x < end && (row.styles[x] === style || row.codes[x] === PADDING)) {
      const code = row.codes[x]!;
      // A reader would join the next cell to one that ends with a joiner.
      if (code !== PADDING && text.endsWith("\u200d")) break;
      if (code !== PADDING) text += sequences.text(code);
      x++;
    }
    runs.push({ column, text, columns: x - column, style: styles.view(style) });
  }
  return runs;
}
