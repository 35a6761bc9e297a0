/** Invalid command text: tmux's sentence, with file and line. */
export class ParseError extends Error {
  override readonly name = "ParseError";
  constructor(sentence: string, place?: { readonly file: string | undefined; readonly line: number }) {
    super(place?.file === undefined ? sentence : `${place.file}:${place.line}: ${sentence}`);
  }
}
