/** Characters that a preceding `#` escapes. `#{` opens a bracket instead. */
const ESCAPED = new Set([",", "#", "{", "}", ":"]);

/** Position of the first of the `end` characters outside brackets and escapes; -1 if there is none. */
export function skipTo(text: string, from: number, end: string): number {
  let brackets = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (character === "#") {
      const next = text[at + 1];
      if (next === "{") brackets++;
      if (next === undefined || ESCAPED.has(next)) {
        at++;
        continue;
      }
    }
    if (character === "}") brackets--;
    if (brackets === 0 && end.includes(character)) return at;
  }
  return -1;
}

/** Splits at the first comma outside brackets; undefined if there is none. */
export function choose(text: string): readonly [left: string, right: string] | undefined {
  const comma = skipTo(text, 0, ",");
  return comma < 0 ? undefined : [text.slice(0, comma), text.slice(comma + 1)];
}

/** Removes the `#` of escapes, except inside brackets. */
export function stripEscapes(text: string): string {
  let brackets = 0;
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === "#" && next === "{") brackets++;
    if (character === "#" && (next === undefined || ESCAPED.has(next))) {
      if (brackets !== 0) out += character;
      continue;
    }
    if (character === "}") brackets--;
    out += character;
  }
  return out;
}
