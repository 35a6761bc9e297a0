/**
 * The text without those of the characters that stand at its end. A regular expression such as `/ +$/` takes quadratic
 * time for a long run of them before the end: a program that prints a megabyte of blanks would stop the daemon.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
