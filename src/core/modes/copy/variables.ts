import type { PaneMode } from "../../tree/tree.ts";
import type { CopyState } from "./copy-state.ts";
import { matchAtCursor } from "./matches.ts";

interface ShownText {
  /** The visible text of the cursor's line. */
  line(): string;
  word(): string;
}

/** The format variables of copy mode. Those of a selection exist only with one. */
export function copyVariables(
  state: CopyState,
  { line, word }: ShownText,
): NonNullable<PaneMode["variables"]> {
  const { search, selection } = state;
  const flag = (value: boolean) => (value ? "1" : "0");
  const selected = (value: () => number) => () => (selection.present ? String(value()) : undefined);
  return new Map([
    ["scroll_position", () => String(state.scroll)],
    ["rectangle_toggle", () => flag(selection.rectangle)],
    ["copy_cursor_x", () => String(state.x)],
    ["copy_cursor_y", () => String(state.y)],
    ["copy_cursor_line", line],
    ["copy_cursor_word", word],
    ["selection_present", () => flag(selection.present)],
    ["selection_active", () => flag(selection.present && selection.follows !== "none")],
    ["selection_start_x", selected(() => selection.start.x)],
    ["selection_start_y", selected(() => selection.start.line)],
    ["selection_end_x", selected(() => selection.end.x)],
    ["selection_end_y", selected(() => selection.end.line)],
    ["search_present", () => flag(search.matches !== undefined)],
    ["search_match", () => matchAtCursor(state) ?? ""],
  ]);
}
