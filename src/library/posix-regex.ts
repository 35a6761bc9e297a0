import { InvalidArgument } from "./errors.ts";

/** POSIX classes inside brackets, in JavaScript syntax. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: "\\p{L}\\p{N}",
  alpha: "\\p{L}",
  blank: " \\t",
  cntrl: "\\p{Cc}",
  digit: "0-9",
  graph: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}",
  lower: "\\p{Ll}",
  print: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}",
  punct: "\\p{P}\\p{S}",
  space: "\\s",
  upper: "\\p{Lu}",
  xdigit: "0-9A-Fa-f",
};

/** One piece of an expression: a bracket expression, an escaped character, or any other. */
const PIECE = /\[\^?\]?(?:\[:[a-z]+:\]|[^\]])*\]|\\[\s\S]|[\s\S]/gu;

/** Converts a POSIX extended regular expression to JavaScript. */
export function posixRegex(pattern: string): RegExp {
  try {
    return new RegExp(pattern.replace(PIECE, translated), "u");
  } catch (error) {
    const reason = `${JSON.stringify(pattern)} is no POSIX extended regular expression`;
    throw new InvalidArgument(reason, { cause: error });
  }
}

function translated(piece: string): string {
  if (piece.length > 1 && piece.startsWith("[")) return bracket(piece.slice(1, -1));
  if (!piece.startsWith("\\")) return piece;
  if (/^\\[wWsS]$/.test(piece) || /^\\[\^$\\.*+?()[\]{}|/]$/.test(piece)) return piece;
  if (piece.length === 1 || /^\\[\p{L}\p{N}]$/u.test(piece)) throw new SyntaxError(`no escape: ${piece}`);
  return piece.slice(1);
}

/** Inside brackets a backslash is literal, and so is "]" in first place. */
function bracket(inside: string): string {
  const not = inside.startsWith("^") ? "^" : "";
  const body = inside.slice(not.length).replace(/\[:([a-z]+):\]|[\\[\]^&|(){}/]/g, (part, name?: string) => {
    if (name === undefined) return `\\${part}`.replace("\\&", "&");
    const set = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
    if (set === undefined) throw new SyntaxError(`no class of characters: ${name}`);
    return set;
  });
  return `[${not}${body}]`;
}
