/**
 * A command line as a person types it, and the words that run. Quotes and backslashes keep spaces together, as in a shell;
 * nothing else has a meaning, because no shell reads the words.
 */
export interface TypedWords {
  readonly words: readonly string[];
  /** A quote that is not closed. */
  readonly isOpen: boolean;
}

const PART = /\s+|'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.)|[^\s'"\\]+|\\$/gsu;

export function parseWords(text: string): TypedWords {
  const words: string[] = [];
  let word: string | undefined;
  let isOpen = false;
  for (const [part, single, double, escaped] of text.matchAll(PART)) {
    if (/^\s/.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (single !== undefined) isOpen = part.length < 2 || !part.endsWith("'");
    if (double !== undefined) isOpen = part.length < 2 || part.length !== double.length + 2;
    word = (word ?? "") + (single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? part);
  }
  if (word !== undefined) words.push(word);
  return { words, isOpen };
}

/** The line that parses to these words. */
export function formatWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./~^-]+$/.test(word) ? word : quote(word))).join(" ");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
