/** The pane that a verb is about has ended: status 3. The message is one sentence without a full stop. */
export class PaneEnded extends Error {
  override readonly name = "PaneEnded";
}
