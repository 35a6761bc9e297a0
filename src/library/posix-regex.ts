import { InvalidArgument } from "./errors.ts";

/** Inside of brackets, in JavaScript's words. */
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

/** A POSIX extended regular expression, as JavaScript has it. */
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

/** There a backslash is itself, and "]" is when it comes first. */
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
