/**
 * A command failed: the sentence is printed and the rest of its group is not run. An empty sentence fails in silence: what
 * there was to say was said, or -q forbids it, and the exit status stays as it is.
 */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
