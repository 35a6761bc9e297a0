import { wordAt } from "../../../core/screen/word-at.ts";
import type { MousePlace, Pane } from "../../../core/tree/tree.ts";

/** Variables for the formats of a mouse key's commands: `#{mouse_x}`, `#{mouse_word}` … */
export function mouseVariables(mouse: MousePlace): readonly (readonly [name: string, value: string])[] {
  const { pane, paneX: x, paneY: y } = mouse;
  if (!pane) {
    return [
      ["mouse_x", String(mouse.x)],
      ["mouse_y", "0"], // Row within the status line.
    ];
  }
  if (x === undefined || y === undefined) return [["mouse_pane", pane.id]];
  return [
    ["mouse_x", String(x)],
    ["mouse_y", String(y)],
    ["mouse_pane", pane.id],
    ["mouse_word", wordUnder(pane, x, y)],
    ["mouse_line", lineUnder(pane, y)],
  ];
}

function wordUnder(pane: Pane, x: number, y: number): string {
  const [mode] = pane.modes;
  if (mode) return mode.wordAt?.(x, y) ?? "";
  const snapshot = pane.screen.snapshot();
  const { historySize } = snapshot;
  const lines = {
    last: historySize + snapshot.rows - 1,
    cells: (line: number) => snapshot.cells(line),
    length: (line: number) => snapshot.length(line),
    wrapped: (line: number) => snapshot.wrapped(line),
  };
  const separators = pane.window.server.sessionOptions.get("word-separators") ?? "";
  return wordAt(lines, { x, line: historySize + y }, separators);
}

function lineUnder(pane: Pane, y: number): string {
  const [mode] = pane.modes;
  return mode ? (mode.lineText?.(y) ?? "") : pane.screen.lineText(y);
}
