import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import { ALL_UNDERLINES, attribute, colourKind, colourValue, RGB } from "../../../core/screen/style.ts";
import { codePointOf } from "../../../core/text/utf8.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";
import type { OutputBytes } from "./output-bytes.ts";
import { reduceColour } from "./reduce-colour.ts";

/** A style as this terminal can show it. A colour of 0 is the terminal's default. */
interface Look {
  readonly bits: number;
  readonly foreground: number;
  readonly background: number;
  readonly underlineColour: number;
  readonly link: string;
}

const PLAIN: Look = { bits: 0, foreground: 0, background: 0, underlineColour: 0, link: "" };

/** SGR parameters that set an attribute, in the order in which they are sent. */
const ATTRIBUTE_PARAMETERS: readonly (readonly [bit: number, parameter: string])[] = [
  [attribute.bold, "1"],
  [attribute.dim, "2"],
  [attribute.italic, "3"],
  [attribute.underline, "4"],
  [attribute.doubleUnderline, "4:2"],
  [attribute.curlyUnderline, "4:3"],
  [attribute.dottedUnderline, "4:4"],
  [attribute.dashedUnderline, "4:5"],
  [attribute.blink, "5"],
  [attribute.reverse, "7"],
  [attribute.hidden, "8"],
  [attribute.strikethrough, "9"],
  [attribute.overline, "53"],
];

const BLACK = 0;
const WHITE = 7;
const CACHED_CHANGES = 4096;

/**
 * The terminal's pen: the style of the next character. A change sends only the difference. To clear an attribute, the
 * pen resets all attributes and sets the rest again, which every terminal understands.
 */
export class TerminalPen {
  readonly #tables: CellTables;
  readonly #features: TerminalFeatures;
  readonly #looks = new Map<number, Look>();
  /** Bytes for a change between two styles, by both style numbers. */
  readonly #changes = new Map<number, string>();
  #look = PLAIN;
  #id = 0;

  constructor(tables: CellTables, features: TerminalFeatures) {
    this.#tables = tables;
    this.#features = features;
  }

  /** Resets the pen when its state is unknown or something else changed it. */
  reset(out: OutputBytes): void {
    if (this.#look.link !== "") out.ascii("\x1b]8;;\x1b\\");
    out.ascii("\x1b[m");
    this.#look = PLAIN;
    this.#id = 0;
  }

  /** Discards everything cached by style number, because the numbers have been reassigned. */
  forget(): void {
    this.#looks.clear();
    this.#changes.clear();
    this.#id = -1;
  }

  /** Whether text written now belongs to a hyperlink. */
  get linked(): boolean {
    return this.#look.link !== "";
  }

  /** Records the style that another writer left the pen in. */
  became(id: number): void {
    this.#look = this.#lookOf(id);
    this.#id = id;
  }

  use(out: OutputBytes, id: number): void {
    if (id === this.#id) return;
    const key = this.#id * 0x100000 + id;
    const known = this.#id < 0 ? undefined : this.#changes.get(key);
    const look = this.#lookOf(id);
    const change = known ?? describeChange(this.#look, look);
    if (known === undefined && this.#id >= 0) this.#remember(key, change);
    if (change !== "") out.ascii(change);
    if (look.link !== this.#look.link) this.#link(out, look.link);
    this.#look = look;
    this.#id = id;
  }

  #remember(key: number, change: string): void {
    if (this.#changes.size >= CACHED_CHANGES) this.#changes.clear();
    this.#changes.set(key, change);
  }

  #link(out: OutputBytes, link: string): void {
    out.ascii("\x1b]8;;");
    for (const character of link) {
      const code = codePointOf(character);
      if (code >= 0x20 && code !== 0x7f && !(code >= 0x80 && code < 0xa0)) out.codePoint(code);
    }
    out.ascii("\x1b\\");
  }

  /** Whether this terminal shows the style exactly, not an approximation. */
  isExact(id: number): boolean {
    const { attributes, foregrounds, backgrounds, underlineColours } = this.#tables.styles;
    const { bits, foreground, background, underlineColour } = this.#lookOf(id);
    return (
      bits === attributes[id] &&
      foreground === foregrounds[id] &&
      background === backgrounds[id] &&
      underlineColour === underlineColours[id]
    );
  }

  /** Whether the terminal can produce blanks of this style by erasing. */
  erases(id: number): boolean {
    const { bits, background, link } = this.#lookOf(id);
    const drawn = ALL_UNDERLINES | attribute.reverse | attribute.strikethrough | attribute.overline;
    return (bits & drawn) === 0 && link === "" && (background === 0 || this.#features.erasesWithBackground);
  }

  #lookOf(id: number): Look {
    let look = this.#looks.get(id);
    if (!look) {
      look = this.#describe(id);
      this.#looks.set(id, look);
    }
    return look;
  }

  #describe(id: number): Look {
    const { attributes, foregrounds, backgrounds, underlineColours, links } = this.#tables.styles;
    const features = this.#features;
    let bits = this.#possible(attributes[id]!);
    let foreground = reduceColour(foregrounds[id]!, features.colours);
    let background = reduceColour(backgrounds[id]!, features.colours);
    const few = features.colours === 0 || features.colours === 8;
    if (few && isBright(foregrounds[id]!)) bits |= attribute.bold;
    if (features.colours === 0) {
      bits = contrasting(bits, foregrounds[id]!, backgrounds[id]!);
      foreground = background = 0;
    } else if (few) {
      foreground = withoutBright(foreground);
      background = withoutBright(background);
    }
    return {
      bits,
      foreground,
      background,
      underlineColour: features.underlineStyles ? underlineColours[id]! : 0,
      link: features.hyperlinks ? links[id]! : "",
    };
  }

  /** The attributes that the terminal supports, with the nearest replacement for others. */
  #possible(bits: number): number {
    const features = this.#features;
    let possible = bits & ~(attribute.lineDrawing | attribute.ownColours);
    if (!features.underlineStyles && possible & ALL_UNDERLINES)
      possible = (possible & ~ALL_UNDERLINES) | attribute.underline;
    if (!features.italic && possible & attribute.italic)
      possible = (possible & ~attribute.italic) | attribute.reverse;
    if (!features.dim) possible &= ~attribute.dim;
    if (!features.blink) possible &= ~attribute.blink;
    if (!features.hidden) possible &= ~attribute.hidden;
    if (!features.strikethrough) possible &= ~attribute.strikethrough;
    if (!features.overline) possible &= ~attribute.overline;
    return possible;
  }
}

/** Whether the colour is one of the upper eight of the sixteen. */
function isBright(given: number): boolean {
  return colourKind(given) !== RGB && colourValue(given) >= 8 && colourValue(given) < 16;
}

/**
 * A terminal without colours shows a background other than black as reverse video, and reversed text with a foreground
 * other than white as normal text.
 */
function contrasting(bits: number, foreground: number, background: number): number {
  const reversed = (bits & attribute.reverse) !== 0;
  const isNot = (given: number, index: number) =>
    given !== 0 && !(colourKind(given) !== RGB && colourValue(given) === index);
  if (reversed) return isNot(foreground, WHITE) ? bits & ~attribute.reverse : bits;
  return isNot(background, BLACK) ? bits | attribute.reverse : bits;
}

function withoutBright(given: number): number {
  return given !== 0 && colourValue(given) >= 8 ? given - 8 : given;
}

/** Empty if the two styles look the same. */
function describeChange(from: Look, to: Look): string {
  const ends = from.bits & ~to.bits;
  const parameters = ends ? ["0"] : [];
  const before = ends ? PLAIN : from;
  for (const [bit, parameter] of ATTRIBUTE_PARAMETERS)
    if (to.bits & bit && !(before.bits & bit)) parameters.push(parameter);
  if (before.foreground !== to.foreground) parameters.push(colourParameter(to.foreground, 30));
  if (before.background !== to.background) parameters.push(colourParameter(to.background, 40));
  if (before.underlineColour !== to.underlineColour)
    parameters.push(underlineColourParameter(to.underlineColour));
  if (parameters.length === 0) return "";
  return parameters.length === 1 && parameters[0] === "0" ? "\x1b[m" : `\x1b[${parameters.join(";")}m`;
}

/** `base` is 30 for the foreground and 40 for the background. */
function colourParameter(given: number, base: number): string {
  if (given === 0) return String(base + 9);
  const value = colourValue(given);
  if (colourKind(given) === RGB) return `${base + 8};2;${value >> 16};${(value >> 8) & 0xff};${value & 0xff}`;
  if (value < 8) return String(base + value);
  return value < 16 ? String(base + 60 + value - 8) : `${base + 8};5;${value}`;
}

function underlineColourParameter(given: number): string {
  if (given === 0) return "59";
  const value = colourValue(given);
  if (colourKind(given) !== RGB) return `58:5:${value}`;
  return `58:2::${value >> 16}:${(value >> 8) & 0xff}:${value & 0xff}`;
}
