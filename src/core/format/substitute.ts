import { compileRegex } from "./regex/compile-regex.ts";
import { matchRegex, type RegexMatch } from "./regex/match-regex.ts";

export interface Substitution {
  readonly pattern: string;
  readonly replacement: string;
  readonly ignoreCase: boolean;
}

/**
 * `s/pattern/replacement/`: replaces every match; `\1` to `\9` are groups and `\0` is the complete match. Three rules
 * are tmux's own: `^` matches again after each replacement unless it begins the pattern; a pattern that begins with
 * `^` is tried once; and an empty match at the very beginning is skipped together with the character there.
 */
export function substitute(text: string, { pattern, replacement, ignoreCase }: Substitution): string {
  if (text === "") return "";
  const regex = compileRegex(pattern, { ignoreCase });
  if (!regex) return text;
  const characters = [...text];
  const copy = (from: number, to: number) => characters.slice(from, to).join("");
  let out = "";
  let start = 0;
  let copied = 0;
  let passedOver = false;
  while (start <= characters.length) {
    const match: RegexMatch | undefined = matchRegex(regex, characters, start);
    if (!match) return out + copy(start, characters.length);
    out += copy(copied, match.start);
    const isNew: boolean = passedOver || match.start !== copied || match.start !== match.end;
    if (isNew) out += filledIn(replacement, match, copy);
    copied = match.end;
    start = isNew ? match.end : match.end + 1;
    passedOver = !isNew;
    if (pattern.startsWith("^")) return out + copy(start, characters.length);
  }
  return out;
}

/** A group that matched nothing leaves its digit. */
function filledIn(
  replacement: string,
  match: RegexMatch,
  copy: (from: number, to: number) => string,
): string {
  return replacement.replace(/\\(.?)/gs, (_, character: string) => {
    const group = /[0-9]/.test(character) ? match.groups[Number(character)] : undefined;
    return group && group.start !== group.end ? copy(group.start, group.end) : character;
  });
}
