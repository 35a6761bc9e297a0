/** Characters of a pane's text in one answer: about 16,000 tokens. */
export const MAX_CHARACTERS = 64 * 1024;

export interface BoundedText {
  readonly text: string;
  /** Characters that were left out at the beginning. */
  readonly cut: number;
}

/** The end of a text, from the start of a line on. The newest lines are at the end, so the beginning is left out. */
export function lastPart(text: string, max = MAX_CHARACTERS): BoundedText {
  if (text.length <= max) return { text, cut: 0 };
  const tail = text.slice(-max);
  const lineStart = tail.indexOf("\n") + 1;
  const kept = wellFormed(tail.slice(lineStart));
  return { text: kept, cut: text.length - kept.length };
}

/** The lines of a screen, without the empty ones at the end. */
export function textOf(lines: readonly { readonly text: string }[]): string {
  return lines
    .map(({ text }) => text)
    .join("\n")
    .trimEnd();
}

/** Removes half of a surrogate pair, which a cut leaves. */
function wellFormed(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}
