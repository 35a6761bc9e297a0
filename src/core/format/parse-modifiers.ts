import { skipTo } from "./skip.ts";

/** One modifier of `#{a;b/x/y/:text}`: its name and its arguments, expanded. */
export interface Modifier {
  readonly name: string;
  readonly args: readonly string[];
}

const PLAIN = "labcdnwETSWP<>";
const OPERATORS = new Set(["||", "&&", "!=", "==", "<=", ">="]);
const WITH_ARGUMENTS = "mCNst=peq";

/**
 * The modifiers before the colon, and the text after it. A name that only looks like a modifier (`pane_id` begins with
 * `p`) has no colon: then there are no modifiers and everything is text.
 */
export function parseModifiers(
  key: string,
  expand: (text: string) => string,
): { modifiers: readonly Modifier[]; text: string } {
  const modifiers: Modifier[] = [];
  let at = 0;
  while (at < key.length && key[at] !== ":") {
    if (key[at] === ";") at++;
    const parsed = parseOne(key, at, expand);
    if (!parsed) break;
    modifiers.push(parsed.modifier);
    at = parsed.end;
  }
  return key[at] === ":" ? { modifiers, text: key.slice(at + 1) } : { modifiers: [], text: key };
}

type Parsed = { readonly modifier: Modifier; readonly end: number } | undefined;

function parseOne(key: string, at: number, expand: (text: string) => string): Parsed {
  const name = key[at];
  if (name === undefined) return undefined;
  if (PLAIN.includes(name) && isEnd(key[at + 1])) return { modifier: { name, args: [] }, end: at + 1 };
  const operator = key.slice(at, at + 2);
  if (OPERATORS.has(operator) && isEnd(key[at + 2])) {
    return { modifier: { name: operator, args: [] }, end: at + 2 };
  }
  if (!WITH_ARGUMENTS.includes(name)) return undefined;
  if (isEnd(key[at + 1])) return { modifier: { name, args: [] }, end: at + 1 };
  return isWrapper(key[at + 1]) ? parseWrapped(key, at, expand) : parseBare(key, at, expand);
}

/** `=10`, `p-20`, `tp`: one argument up to the end. */
function parseBare(key: string, at: number, expand: (text: string) => string): Parsed {
  const end = skipTo(key, at + 1, ":;");
  if (end < 0) return undefined;
  return { modifier: { name: key[at]!, args: [expand(key.slice(at + 1, end))] }, end };
}

/** `s/a/b/i`, `=|10|...|`: arguments between a character of choice. */
function parseWrapped(key: string, at: number, expand: (text: string) => string): Parsed {
  const wrapper = key[at + 1]!;
  const args: string[] = [];
  let next = at + 1;
  do {
    if (key[next] === wrapper && isEnd(key[next + 1])) {
      next++;
      break;
    }
    const end = skipTo(key, next + 1, `${wrapper};:`);
    if (end < 0) break;
    args.push(expand(key.slice(next + 1, end)));
    next = end;
  } while (!isEnd(key[next]));
  return { modifier: { name: key[at]!, args }, end: next };
}

function isEnd(character: string | undefined): boolean {
  return character === ";" || character === ":";
}

/** Any punctuation but the minus sign, which begins a number. */
function isWrapper(character: string | undefined): boolean {
  return character !== undefined && character !== "-" && /[!-/:-@[-`{-~]/.test(character);
}
