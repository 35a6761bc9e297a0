import { characterClasses } from "../../text/fnmatch.ts";
import { codePointOf } from "../../text/utf8.ts";

/** A bracket expression `[…]` or a part of one: the characters that it matches, and the position after it. */
export interface Bracket {
  readonly has: (character: string) => boolean;
  readonly end: number;
}

/** `start` is the position after the opening bracket. Undefined if the expression is malformed. */
export function parseBracket(pattern: readonly string[], start: number): Bracket | undefined {
  const negated = pattern[start] === "^";
  const parts: Bracket[] = [];
  let at = negated ? start + 1 : start;
  for (let first = true; at < pattern.length; first = false) {
    if (pattern[at] === "]" && !first) {
      return { has: (character) => parts.some((part) => part.has(character)) !== negated, end: at + 1 };
    }
    const part = parseClass(pattern, at) ?? parseRange(pattern, at);
    if (!part) return undefined;
    parts.push(part);
    at = part.end;
  }
  return undefined;
}

function parseClass(pattern: readonly string[], at: number): Bracket | undefined {
  if (pattern[at] !== "[" || pattern[at + 1] !== ":") return undefined;
  const end = closing(pattern, at + 2, ":");
  const members = end < 0 ? undefined : characterClasses.get(pattern.slice(at + 2, end).join(""));
  return members && { has: (character) => members.test(character), end: end + 2 };
}

function parseRange(pattern: readonly string[], at: number): Bracket | undefined {
  const low = parseMember(pattern, at);
  if (!low) return undefined;
  const ranged =
    pattern[low.end] === "-" && pattern[low.end + 1] !== "]" && pattern[low.end + 1] !== undefined;
  const high = ranged ? parseMember(pattern, low.end + 1) : low;
  if (!high) return undefined;
  const [from, to] = [codePointOf(low.character), codePointOf(high.character)];
  if (from > to) return undefined;
  return { has: (character) => isBetween(codePointOf(character), from, to), end: high.end };
}

function isBetween(code: number, from: number, to: number): boolean {
  return code >= from && code <= to;
}

/** A character, or one written as `[.x.]` or `[=x=]`; a class cannot be an end of a range. */
function parseMember(pattern: readonly string[], at: number): { character: string; end: number } | undefined {
  const sign = pattern[at + 1];
  if (pattern[at] !== "[" || (sign !== "." && sign !== "=" && sign !== ":"))
    return { character: pattern[at]!, end: at + 1 };
  const end = closing(pattern, at + 2, sign);
  return sign !== ":" && end === at + 3 ? { character: pattern[at + 2]!, end: end + 2 } : undefined;
}

function closing(pattern: readonly string[], from: number, sign: string): number {
  for (let at = from; at + 1 < pattern.length; at++)
    if (pattern[at] === sign && pattern[at + 1] === "]") return at;
  return -1;
}
