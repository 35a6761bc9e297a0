import { MuxError } from "../errors.ts";

/** Quotes a word for a POSIX shell, if it needs that. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Splits a command line into words as a shell does, without running one: blanks separate, quotes and backslashes protect.
 * Nothing is expanded: `$`, `*` and `;` are characters like any other.
 */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (quote !== "" ? character === quote : character === "'" || character === '"') {
      quote = quote === "" ? character : "";
      word ??= "";
    } else if (character === "\\" && quote !== "'" && i + 1 < line.length) {
      word = (word ?? "") + line[++i]!;
    } else if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") throw new MuxError("bad-value", `a quote ${quote} is not closed in: ${line}`);
  return word === undefined ? words : [...words, word];
}
