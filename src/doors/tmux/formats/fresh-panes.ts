import { settledOrLate } from "../../../core/settled-or-late.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import type { Door } from "../door.ts";

/** Parts of a format whose expansion its text does not determine. */
const ANYTHING = "#\\(|@|E:|T:";
/** Variables that depend on what an application printed; other parts of a format do not depend on a screen. */
const SCREEN_VARIABLES = new RegExp(
  `cursor_|history_|alternate_|scroll_region|mouse_|_flag|pane_title|pane_tabs|#T|#\\{C|pane_dead|pane_path|search|=|${ANYTHING}`,
);
/** Variables that depend on a pane's process. */
const PROCESS_VARIABLES = new RegExp(`pane_pid|pane_tty|pane_current|${ANYTHING}`);

/** A program that takes longer to start does not delay a caller that only reads. */
const START_MS = 1_000;

/**
 * Waits before a format that reads panes is expanded: until their output so far is on their screens and starting panes
 * have their process, as if both were synchronous. Undefined if no wait is needed, so that most calls are answered at
 * once.
 */
export function freshPanes(
  door: Door,
  text: string,
  panes: Iterable<Pane | undefined>,
): Promise<void> | undefined {
  const ofScreens = SCREEN_VARIABLES.test(text);
  const ofProcesses = PROCESS_VARIABLES.test(text);
  if (!ofScreens && !ofProcesses) return undefined;
  const waits: Promise<void>[] = [];
  for (const pane of panes) {
    if (!pane?.process) continue;
    if (ofProcesses && pane.process.pid === 0)
      waits.push(settledOrLate(door.context.clock, pane.process.started, START_MS));
    if (ofScreens) waits.push(door.hosted.flush(pane));
  }
  return waits.length > 0 ? Promise.all(waits).then(() => {}) : undefined;
}
