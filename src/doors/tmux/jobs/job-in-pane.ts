import type { Screen } from "../../../core/screen/screen.ts";
import { vtSnapshot } from "../../../core/screen/vt-snapshot.ts";
import { encodeUtf8 } from "../../../core/text/utf8.ts";
import type { Session } from "../../../core/tree/tree.ts";
import type { Job } from "../context.ts";
import type { Door } from "../door.ts";

interface ShownJob {
  readonly job: Job;
  readonly screen: Screen;
  readonly direction: "left-right" | "top-bottom";
}

/**
 * Moves the program of a popup, with its screen, into a new pane beside the active one. Throws MuxError if there is no
 * room.
 */
export function openJobInPane(door: Door, session: Session, { job, screen, direction }: ShownJob): void {
  const { mux, hosted } = door;
  const pane = mux.splitPane(session.current.window.active, { direction, empty: true, session });
  screen.resize(pane.cols, pane.rows);
  pane.screen.write(encodeUtf8(vtSnapshot(screen, 0)));
  hosted.takeJob(pane, job);
  door.jobs.forget(job);
}
