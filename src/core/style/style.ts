import { type Attribute, parseAttributes } from "./attributes.ts";
import { parseColour, type StyleColour } from "./colour.ts";

/**
 * A style as options and `#[…]` in formats write it: colours and attributes of the text, and how a status line lays it
 * out. Parsing adds to a style; `default` goes back to the base that it began from.
 */
export interface TextStyle {
  readonly foreground: StyleColour;
  readonly background: StyleColour;
  readonly attributes: ReadonlySet<Attribute>;
  /** Colour of the rest of the line. */
  readonly fill: StyleColour;
  readonly align: "default" | "left" | "centre" | "right" | "absolute-centre";
  readonly list: "off" | "on" | "focus" | "left-marker" | "right-marker";
  /** What a click on the text selects. */
  readonly range:
    | { readonly kind: "none" | "left" | "right" }
    | { readonly kind: "window"; readonly index: number };
  /** Saves the style as the default of the text that follows, or restores the previous default. */
  readonly defaultChange: "base" | "push" | "pop";
  /** Styles in the text that follows are drawn as plain text. */
  readonly ignore: boolean;
}

const DEFAULT_COLOUR: StyleColour = { kind: "default" };

export const defaultStyle: TextStyle = {
  foreground: DEFAULT_COLOUR,
  background: DEFAULT_COLOUR,
  attributes: new Set(),
  fill: DEFAULT_COLOUR,
  align: "default",
  list: "off",
  range: { kind: "none" },
  defaultChange: "base",
  ignore: false,
};

/** tmux refuses a word of a style that is longer. */
const MAX_WORD = 255;

/** Undefined if a word of the text has no meaning. */
export function parseStyle(text: string, start = defaultStyle, base = start): TextStyle | undefined {
  let style: TextStyle = start;
  for (const word of text.split(/[ ,\n]+/)) {
    if (word === "") continue;
    const change = word.length > MAX_WORD ? undefined : parseWord(word, { style, base });
    if (!change) return undefined;
    style = { ...style, ...change };
  }
  return style;
}

interface Context {
  readonly style: TextStyle;
  readonly base: TextStyle;
}

type Change = Partial<TextStyle>;

const WORDS = new Map<string, (context: Context) => Change>([
  [
    "default",
    ({ base }) => ({ foreground: base.foreground, background: base.background, attributes: base.attributes }),
  ],
  ["ignore", () => ({ ignore: true })],
  ["noignore", () => ({ ignore: false })],
  ["push-default", () => ({ defaultChange: "push" })],
  ["pop-default", () => ({ defaultChange: "pop" })],
  ["nolist", () => ({ list: "off" })],
  ["norange", () => ({ range: { kind: "none" } })],
  ["noalign", () => ({ align: "default" })],
  ["none", () => ({ attributes: new Set() })],
]);

const ASSIGNMENTS = new Map<string, (value: string, context: Context) => Change | undefined>([
  ["list", (value) => oneOf(["on", "focus", "left-marker", "right-marker"], value, (list) => ({ list }))],
  ["align", (value) => oneOf(["left", "centre", "right", "absolute-centre"], value, (align) => ({ align }))],
  ["range", parseRange],
  ["fill", (value) => withColour(value, (fill) => ({ fill }))],
  ["fg", (value, { base }) => withColour(value, (foreground) => ({ foreground }), base.foreground)],
  ["bg", (value, { base }) => withColour(value, (background) => ({ background }), base.background)],
]);

function parseWord(word: string, context: Context): Change | undefined {
  const fixed = WORDS.get(word.toLowerCase());
  if (fixed) return fixed(context);
  const equals = word.indexOf("=");
  const assign = equals < 0 ? undefined : ASSIGNMENTS.get(word.slice(0, equals).toLowerCase());
  if (assign) return assign(word.slice(equals + 1), context);
  return parseAttributeWord(word, context.style.attributes);
}

function parseAttributeWord(word: string, current: ReadonlySet<Attribute>): Change | undefined {
  const negated = word.length > 2 && word.slice(0, 2).toLowerCase() === "no";
  const named = parseAttributes(negated ? word.slice(2) : word);
  if (!named) return undefined;
  const kept = negated ? [...current].filter((attribute) => !named.has(attribute)) : [...current, ...named];
  return { attributes: new Set(kept) };
}

function oneOf<T extends string>(
  words: readonly T[],
  text: string,
  change: (word: T) => Change,
): Change | undefined {
  const found = words.find((word) => word === text.toLowerCase());
  return found && change(found);
}

/** `default` stands for the colour that is given for it. */
function withColour(
  text: string,
  change: (colour: StyleColour) => Change,
  standard = DEFAULT_COLOUR,
): Change | undefined {
  const colour = parseColour(text);
  return colour && change(colour.kind === "default" ? standard : colour);
}

/** As in tmux, an unknown kind changes nothing and is no error. */
function parseRange(value: string): Change | undefined {
  const [kind = "", ...rest] = value.toLowerCase().split("|");
  const argument = value.includes("|") ? rest.join("|") : undefined;
  if (value === "" || (argument !== undefined && !/^[0-9]+$/.test(argument))) return undefined;
  if (kind === "left" || kind === "right") return argument === undefined ? { range: { kind } } : undefined;
  if (kind !== "window") return {};
  return argument === undefined ? undefined : { range: { kind, index: Number(argument) } };
}

/**
 * Colours and attributes of a style option, whose value may be a format. An invalid value gives the default style. The
 * layout attributes of the value are ignored.
 */
export function optionStyle(
  options: { get(name: string): string | undefined },
  name: string,
  expand: (text: string) => string,
): TextStyle {
  const text = options.get(name) ?? "";
  const style = parseStyle(text.includes("#{") ? expand(text) : text);
  if (!style) return defaultStyle;
  const { foreground, background, attributes } = style;
  return { ...defaultStyle, foreground, background, attributes };
}
