/**
 * A command failed: the sentence is printed and the rest of its group is skipped. An empty sentence fails silently: the
 * reason was already printed, or -q suppresses it, and the exit status is unchanged.
 */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
