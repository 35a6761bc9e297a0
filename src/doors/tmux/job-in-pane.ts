import type { Screen } from "../../core/screen/screen.ts";
import { vtSnapshot } from "../../core/screen/vt-snapshot.ts";
import { encodeUtf8 } from "../../core/text/utf8.ts";
import type { Session } from "../../core/tree/session.ts";
import type { Job } from "./context.ts";
import type { DoorServer } from "./door-server.ts";

interface ShownJob {
  readonly job: Job;
  readonly screen: Screen;
  readonly direction: "left-right" | "top-bottom";
}

/** What runs in a popup goes on in a pane beside the active one, with what it shows. Throws MuxError where there is no room. */
export function openJobInPane(
  door: DoorServer,
  session: Session,
  { job, screen, direction }: ShownJob,
): void {
  const { mux, hosted } = door;
  const pane = mux.splitPane(session.current.window.active, { direction, empty: true, session });
  screen.resize(pane.cols, pane.rows);
  pane.screen.write(encodeUtf8(vtSnapshot(screen, 0)));
  hosted.takeJob(pane, job);
  door.jobs.forget(job);
  void hosted.commit();
}
