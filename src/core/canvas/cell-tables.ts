import type { Colour, Style } from "../screen/screen.ts";
import { FIRST_SEQUENCE, SequenceTable } from "../screen/sequences.ts";
import { attribute, colour, DEFAULT_COLOUR, PALETTE, RGB, StyleTable } from "../screen/style.ts";

/**
 * Numbers for characters and styles, shared by canvases that are compared with each other: cells with the same
 * numbers look the same.
 */
export class CellTables {
  readonly styles = new StyleTable();
  readonly sequences = new SequenceTable();
  /** Numbers of known style objects. Styles are immutable, so an object keeps its number until a collection. */
  #ids = new WeakMap<Style, number>();
  #lastStyle: Style | undefined;
  #lastId = 0;

  idOf(style: Style): number {
    if (style === this.#lastStyle) return this.#lastId;
    let id = this.#ids.get(style);
    if (id === undefined) {
      id = this.styles.intern(
        attributeBits(style),
        packColour(style.foreground),
        packColour(style.background),
        packColour(style.underlineColour),
        style.link,
      );
      this.#ids.set(style, id);
    }
    this.#lastStyle = style;
    this.#lastId = id;
    return id;
  }

  get full(): boolean {
    return this.styles.full || this.sequences.full;
  }

  /** Reuses the numbers that none of these cells holds; callers must discard numbers that they keep elsewhere. */
  collect(held: readonly { readonly codes: Uint32Array; readonly styles: Uint32Array }[]): void {
    const liveStyles = new Uint8Array(this.styles.attributes.length);
    const liveSequences = new Uint8Array(this.sequences.capacity);
    for (const { codes, styles } of held) {
      for (const id of styles) liveStyles[id] = 1;
      for (const code of codes) if (code >= FIRST_SEQUENCE) liveSequences[code - FIRST_SEQUENCE] = 1;
    }
    this.styles.collect(liveStyles);
    this.sequences.collect(liveSequences);
    this.#ids = new WeakMap();
    this.#lastStyle = undefined;
  }
}

function packColour(given: Colour): number {
  if (given.kind === "default") return DEFAULT_COLOUR;
  if (given.kind === "palette") return colour(PALETTE, given.index);
  return colour(RGB, (given.red << 16) | (given.green << 8) | given.blue);
}

const UNDERLINES = {
  none: 0,
  single: attribute.underline,
  double: attribute.doubleUnderline,
  curly: attribute.curlyUnderline,
  dotted: attribute.dottedUnderline,
  dashed: attribute.dashedUnderline,
} as const;

function attributeBits(style: Style): number {
  return (
    UNDERLINES[style.underline] |
    (style.bold ? attribute.bold : 0) |
    (style.dim ? attribute.dim : 0) |
    (style.italic ? attribute.italic : 0) |
    (style.blink ? attribute.blink : 0) |
    (style.reverse ? attribute.reverse : 0) |
    (style.hidden ? attribute.hidden : 0) |
    (style.strikethrough ? attribute.strikethrough : 0) |
    (style.overline ? attribute.overline : 0) |
    (style.lineDrawing ? attribute.lineDrawing : 0) |
    (style.ownColours ? attribute.ownColours : 0)
  );
}
