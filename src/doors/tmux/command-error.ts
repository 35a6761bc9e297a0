/**
 * A command failed: the sentence is printed and the rest of its group is skipped. An empty sentence fails silently: the
 * reason was already printed, or -q suppresses it, and the exit status is unchanged.
 */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Invalid command text: tmux's sentence, with file and line. */
export class ParseError extends Error {
  override readonly name = "ParseError";
  constructor(sentence: string, place?: { readonly file: string | undefined; readonly line: number }) {
    super(place?.file === undefined ? sentence : `${place.file}:${place.line}: ${sentence}`);
  }
}
