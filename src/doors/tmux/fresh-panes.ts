import { settledOrLate } from "../../core/settled-or-late.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { DoorServer } from "./door-server.ts";

/** What a format may lead to that cannot be told from its text. */
const ANYTHING = "#\\(|@|E:|T:";
/** Variables that tell what an application printed; the rest of a format does not depend on a screen. */
const SCREEN_VARIABLES = new RegExp(
  `cursor_|history_|alternate_|scroll_region|mouse_|_flag|pane_title|pane_tabs|#T|#\\{C|pane_dead|pane_path|search|=|${ANYTHING}`,
);
/** Variables that tell which process an application is. */
const PROCESS_VARIABLES = new RegExp(`pane_pid|pane_tty|pane_current|${ANYTHING}`);

/** A program that takes longer to start keeps nobody who only looks. */
const START_MS = 1_000;

/**
 * Before a format that looks at panes is expanded: what they printed until now is put on their screens, and those that are
 * being started have their process, as if both had been done at once. Undefined where no one has to wait, so that most
 * calls are answered at once.
 */
export function freshPanes(
  door: DoorServer,
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
