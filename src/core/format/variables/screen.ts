import type { Modes, MouseMode, Screen } from "../../screen/screen.ts";
import { widthOf } from "../../screen/width.ts";
import { codePointOf } from "../../text/utf8.ts";
import type { Scope } from "../scope.ts";
import { flag, listed, numeral, printed, type Variable, type VariableGroup } from "./variable.ts";

/** tmux prints this value if the alternate screen was never entered. */
const NEVER_SAVED = "4294967295";

export const screenVariables: VariableGroup = {
  alternate_on: mode((modes) => modes.alternate),
  alternate_saved_x: onScreen((screen) => numeral(screen.alternateSaved?.x) ?? NEVER_SAVED),
  alternate_saved_y: onScreen((screen) => numeral(screen.alternateSaved?.y) ?? NEVER_SAVED),
  cursor_character: onScreen(characterUnderCursor),
  cursor_flag: onScreen((screen) => flag(screen.cursor.visible)),
  cursor_x: onScreen((screen) => numeral(screen.cursor.x)),
  cursor_y: onScreen((screen) => numeral(screen.cursor.y)),
  history_all_bytes: onScreen(allBytes),
  history_bytes: onScreen((screen) => numeral(screen.historyBytes)),
  history_limit: ({ pane }) => numeral(pane?.historyLimit),
  history_size: onScreen((screen) => numeral(screen.historySize)),
  insert_flag: mode((modes) => modes.insert),
  keypad_cursor_flag: mode((modes) => modes.applicationCursor),
  keypad_flag: mode((modes) => modes.applicationKeypad),
  mouse_all_flag: mouse("all"),
  mouse_any_flag: mode((modes) => modes.mouse !== "none"),
  mouse_button_flag: mouse("button"),
  mouse_sgr_flag: mode((modes) => modes.mouseSgr),
  mouse_standard_flag: mouse("standard"),
  mouse_utf8_flag: mode((modes) => modes.mouseUtf8),
  origin_flag: mode((modes) => modes.origin),
  pane_tabs: onScreen((screen) => listed(screen.tabs.map(String))),
  scroll_region_lower: onScreen((screen) => numeral(screen.scrollRegion.lower)),
  scroll_region_upper: onScreen((screen) => numeral(screen.scrollRegion.upper)),
  wrap_flag: mode((modes) => modes.wrap),
};

function onScreen(read: (screen: Screen) => string | undefined): Variable {
  return printed(({ pane }: Scope) => pane && read(pane.screen));
}

function mode(read: (modes: Modes) => boolean): Variable {
  return onScreen((screen) => flag(read(screen.modes)));
}

function mouse(wanted: MouseMode): Variable {
  return mode((modes) => modes.mouse === wanted);
}

/** A blank if nothing was written; nothing in the second half of a wide character. */
function characterUnderCursor(screen: Screen): string | undefined {
  const { cursor } = screen;
  for (const run of screen.runs(cursor.y)) {
    let column = run.column;
    for (const character of run.text) {
      const columns = widthOf(codePointOf(character));
      if (column === cursor.x && columns > 0) return character;
      column += columns;
      if (column > cursor.x) return undefined;
    }
  }
  return " ";
}

/**
 * A line count, then pairs of a count and its bytes for lines, cells and extended cells. We count all bytes as those
 * of lines.
 */
function allBytes(screen: Screen): string {
  return `${screen.historySize + screen.rows},${screen.historyBytes},0,0,0,0`;
}
