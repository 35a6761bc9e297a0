import { setImmediate as turn } from "node:timers/promises";
import type { Screen } from "../core/screen/screen.ts";
import type { LineMatch } from "./text-match.ts";

export interface FoundLine {
  /** As in capture-pane: 0 is the first on the screen, -1 the newest in the history. */
  readonly line: number;
  readonly text: string;
}

/** Other calls run after this many lines. */
const TURN_LINES = 500;

/**
 * Finds lines on a screen and in its history; a line that wraps is one line. The newest lines are searched first, so
 * that a limit saves work; the results are in chronological order.
 */
export async function searchScreen(
  screen: Screen,
  matches: LineMatch,
  max = Number.POSITIVE_INFINITY,
): Promise<readonly FoundLine[]> {
  const found: FoundLine[] = [];
  const first = -screen.historySize;
  let looked = 0;
  for (let line = screen.rows - 1; line >= first && found.length < max; line--) {
    let text = screen.lineText(line);
    while (line > first && screen.wrapped(line - 1)) text = screen.lineText(--line) + text;
    if (text !== "" && matches(text)) found.push({ line, text });
    if (++looked % TURN_LINES === 0) await turn();
  }
  return found.reverse();
}
