import { wordAt } from "../../screen/word-at.ts";
import type { Pane } from "../../tree/tree.ts";
import { numeral, type Variable, type VariableGroup } from "./variable.ts";

/** Variables that have a value only while a mouse event is handled. */
export const mouseVariables: VariableGroup = {
  mouse_line: onPane(lineUnder),
  mouse_pane: ({ mouse }) => mouse?.pane?.id,
  mouse_word: onPane(wordUnder),
  mouse_x: ({ mouse }) => numeral(mouse?.pane ? mouse.paneX : mouse?.x),
  mouse_y: ({ mouse }) => numeral(mouse?.pane ? mouse.paneY : mouse && ROW_OF_STATUS),
};

/** Row within the status line, for a mouse that is on no pane. */
const ROW_OF_STATUS = 0;

function onPane(read: (pane: Pane, y: number, x: number) => string): Variable {
  return ({ mouse }) =>
    mouse?.pane && mouse.paneX !== undefined && mouse.paneY !== undefined
      ? read(mouse.pane, mouse.paneY, mouse.paneX)
      : undefined;
}

function wordUnder(pane: Pane, y: number, x: number): string {
  const [mode] = pane.modes;
  if (mode) return mode.wordAt?.(x, y) ?? "";
  const snapshot = pane.screen.snapshot();
  const separators = pane.window.server.sessionOptions.get("word-separators") ?? "";
  return wordAt(snapshot, { x, line: snapshot.historySize + y }, separators);
}

function lineUnder(pane: Pane, y: number): string {
  const [mode] = pane.modes;
  return mode ? (mode.lineText?.(y) ?? "") : pane.screen.lineText(y);
}
