/** The command line is invalid. The message is one sentence without a full stop. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
