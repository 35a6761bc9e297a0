import type { Colour, Style, Underline } from "./screen.ts";

/**
 * Styles as numbers. A colour is one number; a style is an index into a table of (attributes, three colours, link),
 * and cells hold the index. Index 0 is always the default style.
 *
 * The table never outgrows the content of the screens: when it fills up, the owner marks every index that a cell
 * still holds, and the others are reused.
 */

/** A colour: its kind in the high bits, its value in the low bits. 0 is the terminal's default. */
export const DEFAULT_COLOUR = 0;
const KIND_SHIFT = 24;
const VALUE_MASK = 0xffffff;
export const BASIC = 1; // value 0-7 as SGR 30-37, 8-15 as SGR 90-97
export const PALETTE = 2; // value 0-255
export const RGB = 3; // value 0xrrggbb

export const colour = (kind: number, value: number): number => (kind << KIND_SHIFT) | value;
export const colourKind = (packed: number): number => packed >> KIND_SHIFT;
export const colourValue = (packed: number): number => packed & VALUE_MASK;

/** Attribute bits, in the order in which they are written out as SGR parameters. */
export const attribute = {
  bold: 1,
  dim: 1 << 1,
  italic: 1 << 2,
  underline: 1 << 3,
  blink: 1 << 4,
  reverse: 1 << 5,
  hidden: 1 << 6,
  strikethrough: 1 << 7,
  doubleUnderline: 1 << 8,
  curlyUnderline: 1 << 9,
  dottedUnderline: 1 << 10,
  dashedUnderline: 1 << 11,
  overline: 1 << 12,
  lineDrawing: 1 << 13,
  ownColours: 1 << 14, // never written out: only content drawn over a pane has it
} as const;

export const ALL_UNDERLINES =
  attribute.underline |
  attribute.doubleUnderline |
  attribute.curlyUnderline |
  attribute.dottedUnderline |
  attribute.dashedUnderline;

const FIRST_COLLECTION = 1024;

export class StyleTable {
  readonly attributes: number[] = [0];
  readonly foregrounds: number[] = [0];
  readonly backgrounds: number[] = [0];
  readonly underlineColours: number[] = [0];
  readonly links: string[] = [""];
  /** Open addressing; 0 means free, so the default style is never looked up here. */
  private buckets = new Int32Array(64);
  private free: number[] = [];
  private collectAt = FIRST_COLLECTION;
  private readonly views: (Style | undefined)[] = [];

  /** Number of styles assigned and not yet collected. */
  get size(): number {
    return this.attributes.length - this.free.length;
  }

  /** Whether the table must be collected before more styles are added. */
  get full(): boolean {
    return this.size >= this.collectAt;
  }

  intern(
    attributes: number,
    foreground: number,
    background: number,
    underlineColour: number,
    link: string,
  ): number {
    if ((attributes | foreground | background | underlineColour) === 0 && link === "") return 0;
    const mask = this.buckets.length - 1;
    let at = hash(attributes, foreground, background, underlineColour) & mask;
    for (;;) {
      const id = this.buckets[at]!;
      if (id === 0) break;
      if (
        this.foregrounds[id] === foreground &&
        this.backgrounds[id] === background &&
        this.attributes[id] === attributes &&
        this.underlineColours[id] === underlineColour &&
        this.links[id] === link
      )
        return id;
      at = (at + 1) & mask;
    }
    const id = this.free.pop() ?? this.attributes.length;
    this.attributes[id] = attributes;
    this.foregrounds[id] = foreground;
    this.backgrounds[id] = background;
    this.underlineColours[id] = underlineColour;
    this.links[id] = link;
    this.views[id] = undefined;
    this.buckets[at] = id;
    if (this.attributes.length * 2 > this.buckets.length) this.grow();
    return id;
  }

  /** Keeps the marked indices, and makes the others available again. */
  collect(live: Uint8Array): void {
    this.free = [];
    this.buckets.fill(0);
    for (let id = 1; id < this.attributes.length; id++) {
      if (live[id]) {
        this.place(id);
      } else {
        this.free.push(id);
        this.links[id] = "";
      }
    }
    this.collectAt = Math.max(FIRST_COLLECTION, this.size * 2);
  }

  /** The style as the Screen port shows it. */
  view(id: number): Style {
    this.views[id] ??= this.describe(id);
    return this.views[id];
  }

  /** Adds buckets. The table has no free index while it grows, else it would not grow. */
  private grow(): void {
    this.buckets = new Int32Array(this.buckets.length * 2);
    for (let id = 1; id < this.attributes.length; id++) this.place(id);
  }

  private place(id: number): void {
    const { buckets } = this;
    const mask = buckets.length - 1;
    let at =
      hash(this.attributes[id]!, this.foregrounds[id]!, this.backgrounds[id]!, this.underlineColours[id]!) &
      mask;
    while (buckets[at] !== 0) at = (at + 1) & mask;
    buckets[at] = id;
  }

  private describe(id: number): Style {
    const bits = this.attributes[id]!;
    return {
      foreground: describeColour(this.foregrounds[id]!),
      background: describeColour(this.backgrounds[id]!),
      underlineColour: describeColour(this.underlineColours[id]!),
      underline: describeUnderline(bits),
      bold: (bits & attribute.bold) !== 0,
      dim: (bits & attribute.dim) !== 0,
      italic: (bits & attribute.italic) !== 0,
      blink: (bits & attribute.blink) !== 0,
      reverse: (bits & attribute.reverse) !== 0,
      hidden: (bits & attribute.hidden) !== 0,
      strikethrough: (bits & attribute.strikethrough) !== 0,
      overline: (bits & attribute.overline) !== 0,
      lineDrawing: (bits & attribute.lineDrawing) !== 0,
      ownColours: (bits & attribute.ownColours) !== 0,
      link: this.links[id]!,
    };
  }
}

function hash(attributes: number, foreground: number, background: number, underlineColour: number): number {
  let h = Math.imul(foreground, 0x9e3779b1) ^ Math.imul(background, 0x85ebca6b);
  h ^= Math.imul(attributes, 0xc2b2ae35) ^ Math.imul(underlineColour, 0x27d4eb2f);
  return h ^ (h >>> 15);
}

const terminalDefault: Colour = { kind: "default" };

function describeColour(packed: number): Colour {
  const value = colourValue(packed);
  if (packed === DEFAULT_COLOUR) return terminalDefault;
  if (colourKind(packed) !== RGB) return { kind: "palette", index: value };
  return { kind: "rgb", red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff };
}

function describeUnderline(bits: number): Underline {
  if (bits & attribute.underline) return "single";
  if (bits & attribute.doubleUnderline) return "double";
  if (bits & attribute.curlyUnderline) return "curly";
  if (bits & attribute.dottedUnderline) return "dotted";
  return bits & attribute.dashedUnderline ? "dashed" : "none";
}
