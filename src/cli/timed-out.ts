/** A wait timed out: status 2. The message is one sentence without a full stop. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}
