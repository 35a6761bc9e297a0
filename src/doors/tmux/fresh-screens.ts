import type { Pane } from "../../core/tree/pane.ts";
import type { DoorServer } from "./door-server.ts";

/** Variables that tell what an application printed; the rest of a format does not depend on a screen. */
const SCREEN_VARIABLES =
  /cursor_|history_|alternate_|scroll_region|mouse_|_flag|pane_title|pane_tabs|#T|#\{C|#\(|@|pane_dead|pane_path|search|=|E:|T:/;

/**
 * Before a format that looks at screens is expanded: what the panes printed until now is put on them. Undefined where no
 * one has to wait, so that most calls are answered at once.
 */
export function freshScreens(
  door: DoorServer,
  text: string,
  panes: Iterable<Pane | undefined>,
): Promise<void> | undefined {
  if (!SCREEN_VARIABLES.test(text)) return undefined;
  const waits = [...panes].flatMap((pane) => (pane?.process ? [door.hosted.flush(pane)] : []));
  return waits.length > 0 ? Promise.all(waits).then(() => {}) : undefined;
}
