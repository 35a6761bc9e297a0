import { colourToRgb, parseColour } from "../style/colour.ts";
import { parseInteger } from "../text/parse-integer.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import type { Pane } from "../tree/tree.ts";
import { type Arithmetic, calculate, formatFixed, operand } from "./arithmetic.ts";
import { type Comparison, compare, patternTest } from "./compare.ts";
import { type Expansion, expand, fail, log } from "./expansion.ts";
import { formatTrue } from "./format-true.ts";
import { lookUp } from "./lookup.ts";
import { loopPanes, loopSessions, loopWindows, sessionExists, windowExists } from "./loops.ts";
import { parseModifiers } from "./parse-modifiers.ts";
import { choose, skipTo } from "./skip.ts";
import { substitute } from "./substitute.ts";
import { gather, type Wanted } from "./wanted.ts";
import { formatWidth, textWidth, trimLeft, trimRight } from "./width.ts";

/** Most keys are plain names, which need no parsing. */
const PLAIN_NAME = /^[\w@-]+$/;
const NOTHING_WANTED = gather([]);

/** The text of `#{key}`; undefined if parts are missing, which ends the whole text. */
export function replace(expansion: Expansion, key: string): string | undefined {
  const { modifiers, text } = PLAIN_NAME.test(key)
    ? { modifiers: [], text: key }
    : parseModifiers(key, (part) => expand(expansion, part));
  for (const [at, { name, args }] of modifiers.entries()) {
    log(expansion, () => `modifier ${at} is ${name}`);
    for (const [place, arg] of args.entries())
      log(expansion, () => `modifier ${at} argument ${place}: ${arg}`);
  }
  const wanted = modifiers.length === 0 ? NOTHING_WANTED : gather(modifiers);
  const value = bareValue(expansion, wanted, text);
  if (value === undefined) return fail(expansion, `failed ${key}`);
  const out = finish(expansion, wanted, value);
  log(expansion, () => `replaced '${key}' with '${out}'`);
  return out;
}

/** The value before trimming and padding, by kind, in tmux's order of precedence. */
function bareValue(expansion: Expansion, wanted: Wanted, text: string): string | undefined {
  if (wanted.literal) return text;
  if (wanted.character) return character(expand(expansion, text));
  if (wanted.colour) return colour(expand(expansion, text));
  if (wanted.loop) return LOOPS[wanted.loop](expansion, text);
  if (wanted.search !== undefined) return search(expansion, wanted.search, expand(expansion, text));
  if (wanted.comparison) return comparison(expansion, wanted.comparison, text);
  if (text.startsWith("?")) return condition(expansion, wanted, text.slice(1));
  if (wanted.arithmetic !== undefined) return arithmetic(expansion, wanted.arithmetic, text) ?? "";
  if (text.includes("#{")) {
    log(expansion, () => `expanding inner format '${text}'`);
    return expand(expansion, text);
  }
  const value = lookUp(expansion.scope, text, wanted);
  log(expansion, () => `format '${text}' ${value === undefined ? "not found" : `found: ${value}`}`);
  return value ?? "";
}

const LOOPS = { session: loopSessions, window: loopWindows, pane: loopPanes, windowExists, sessionExists };

function character(text: string): string {
  const code = parseInteger(text, 32, 126);
  return code === undefined ? "" : String.fromCharCode(code);
}

function colour(text: string): string {
  const parsed = parseColour(text);
  const rgb = parsed && colourToRgb(parsed);
  return rgb === undefined ? "" : rgb.toString(16).padStart(6, "0");
}

function search(expansion: Expansion, flags: string, text: string): string {
  const { pane } = expansion.scope;
  log(expansion, () => `search '${text}' ${pane ? `pane ${pane.id}` : "but no pane"}`);
  if (!pane) return "0";
  expansion.scope.reads?.note("screen", pane);
  return String(searchPane(pane, text, flags));
}

function comparison(expansion: Expansion, wanted: Comparison, text: string): string | undefined {
  const { operator } = wanted;
  const sides = choose(text);
  if (!sides) return fail(expansion, `compare ${operator} syntax error: ${text}`);
  const left = expand(expansion, sides[0]);
  const right = expand(expansion, sides[1]);
  log(expansion, () => `compare ${operator} left is: ${left}`);
  log(expansion, () => `compare ${operator} right is: ${right}`);
  return compare(wanted, left, right) ? "1" : "0";
}

function condition(expansion: Expansion, wanted: Wanted, text: string): string | undefined {
  const comma = skipTo(text, 0, ",");
  if (comma < 0) return fail(expansion, `condition syntax error: ${text}`);
  const test = text.slice(0, comma);
  log(expansion, () => `condition is: ${test}`);
  const found = conditionValue(expansion, wanted, test);
  const branches = choose(text.slice(comma + 1));
  if (!branches) return fail(expansion, `condition '${test}' syntax error: ${text.slice(comma + 1)}`);
  const holds = formatTrue(found);
  log(expansion, () => `condition '${test}' is ${holds}`);
  return expand(expansion, branches[holds ? 0 : 1]);
}

/** A variable's value, else the expanded text; a plain word that is not a variable is false. */
function conditionValue(expansion: Expansion, wanted: Wanted, test: string): string {
  const found = lookUp(expansion.scope, test, wanted);
  if (found !== undefined) {
    log(expansion, () => `condition '${test}' found: ${found}`);
    return found;
  }
  const expanded = expand(expansion, test);
  if (expanded !== test) return expanded;
  log(expansion, () => `condition '${test}' not found; assuming false`);
  return "";
}

function arithmetic(expansion: Expansion, wanted: Arithmetic | string, text: string): string | undefined {
  if (typeof wanted === "string") return fail(expansion, wanted);
  const sides = choose(text);
  if (!sides) return fail(expansion, "expression syntax error");
  const [left, right] = [expand(expansion, sides[0]), expand(expansion, sides[1])];
  const first = operand(wanted, left);
  if (first === undefined) return fail(expansion, `expression left side is invalid: ${left}`);
  const second = operand(wanted, right);
  if (second === undefined) return fail(expansion, `expression right side is invalid: ${right}`);
  log(expansion, () => `expression left side is: ${formatFixed(first, wanted.digits)}`);
  log(expansion, () => `expression right side is: ${formatFixed(second, wanted.digits)}`);
  const result = calculate(wanted, first, second);
  log(expansion, () => `expression result is ${result}`);
  return result;
}

/** Maximum padding. Without a limit, a width could exhaust memory. */
const WIDEST = 1 << 20;

function finish(expansion: Expansion, wanted: Wanted, text: string): string {
  let value = text;
  if (wanted.expand) value = expand(expansion, value);
  else if (wanted.expandTime) value = expand({ ...expansion, time: true }, value);
  for (const { pattern, replacement, ignoreCase } of wanted.substitutions) {
    const left = expand(expansion, pattern);
    const right = expand(expansion, replacement);
    value = substitute(value, { pattern: left, replacement: right, ignoreCase });
    const out = value;
    log(expansion, () => `substitute '${left}' to '${right}': ${out}`);
  }
  return measured(expansion, wanted, padded(expansion, wanted, trimmed(expansion, wanted, value)));
}

function trimmed(expansion: Expansion, { limit, marker = "" }: Wanted, value: string): string {
  if (limit === 0) return value;
  const short = limit > 0 ? trimLeft(value, limit) : trimRight(value, -limit);
  const marked = short === value ? short : limit > 0 ? short + marker : marker + short;
  log(expansion, () => `applied length limit ${limit}: ${marked}`);
  return marked;
}

function padded(expansion: Expansion, { pad }: Wanted, value: string): string {
  if (pad === 0) return value;
  const blanks = " ".repeat(Math.max(0, Math.min(Math.abs(pad), WIDEST) - textWidth(value)));
  const filled = pad > 0 ? value + blanks : blanks + value;
  log(expansion, () => `applied padding width ${pad}: ${filled}`);
  return filled;
}

/** The text itself, its length in bytes, or its width in columns; with both modifiers, the width of the length. */
function measured(expansion: Expansion, wanted: Wanted, text: string): string {
  let value = text;
  if (wanted.length) {
    value = String(encodeUtf8(value).length);
    log(expansion, () => `replacing with length: ${value}`);
  }
  if (wanted.width) {
    value = String(formatWidth(value));
    log(expansion, () => `replacing with width: ${value}`);
  }
  return value;
}

/** The first visible line that contains the text, from 1; 0 if none does. */
function searchPane(pane: Pane, text: string, flags: string): number {
  const holds = patternTest(flags.includes("r") ? text : `*${text}*`, flags);
  for (let line = 0; line < pane.screen.rows; line++) {
    if (holds(pane.screen.lineText(line).trimEnd())) return line + 1;
  }
  return 0;
}
