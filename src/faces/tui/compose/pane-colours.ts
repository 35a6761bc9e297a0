import type { CellGrid, Clip } from "../../../core/canvas/cell-grid.ts";
import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import {
  attribute,
  BASIC,
  colour,
  colourKind,
  colourValue,
  DEFAULT_COLOUR,
  PALETTE,
  RGB,
} from "../../../core/screen/style.ts";
import { parseColour, type StyleColour } from "../../../core/style/colour.ts";
import { optionStyle } from "../../../core/style/style.ts";
import type { Pane } from "../../../core/tree/tree.ts";

/**
 * A pane's own colours: its default colours (window-style, window-active-style) and its replacements of palette
 * colours (pane-colours), applied to the style of each cell.
 */
export class PaneColours {
  readonly #tables: CellTables;
  readonly #foreground: number;
  readonly #background: number;
  readonly #palette: ReadonlyMap<number, number>;
  /** Number of a cell's style to the number of the style drawn for it. */
  readonly #known = new Map<number, number>();

  constructor(tables: CellTables, pane: Pane, expand: (text: string) => string) {
    this.#tables = tables;
    const plain = optionStyle(pane.options, "window-style", expand);
    const active =
      pane === pane.window.active ? optionStyle(pane.options, "window-active-style", expand) : plain;
    const pick = (of: "foreground" | "background") =>
      packed(active[of].kind === "default" ? plain[of] : active[of]);
    this.#foreground = pick("foreground");
    this.#background = pick("background");
    this.#palette = new Map(
      pane.options.list("pane-colours").flatMap(([index, text]) => {
        const found = parseColour(text);
        return found ? [[index, packed(found)] as const] : [];
      }),
    );
  }

  /** Whether the pane changes no colour. */
  get none(): boolean {
    return (
      this.#foreground === DEFAULT_COLOUR && this.#background === DEFAULT_COLOUR && this.#palette.size === 0
    );
  }

  apply(grid: CellGrid, y: number, { start, end }: Clip): void {
    const base = y * grid.cols;
    for (let index = base + start; index < base + end; index++)
      grid.styles[index] = this.styleFor(grid.styles[index]!);
  }

  styleFor(id: number): number {
    let here = this.#known.get(id);
    if (here === undefined) {
      here = this.#convert(id);
      this.#known.set(id, here);
    }
    return here;
  }

  #convert(id: number): number {
    const { attributes, foregrounds, backgrounds, underlineColours, links } = this.#tables.styles;
    const bits = attributes[id]!;
    if (bits & attribute.ownColours) return id;
    const bold = (bits & attribute.bold) !== 0;
    return this.#tables.styles.intern(
      bits,
      this.#colour(foregrounds[id]! || this.#foreground, bold),
      this.#colour(backgrounds[id]! || this.#background, false),
      this.#colour(underlineColours[id]!, false),
      links[id]!,
    );
  }

  /** Bold text uses the bright colours of the palette. */
  #colour(given: number, bold: boolean): number {
    const kind = colourKind(given);
    if (kind !== BASIC && kind !== PALETTE) return given;
    const index = colourValue(given);
    return this.#palette.get(bold && index < 8 ? index + 8 : index) ?? given;
  }
}

function packed(given: StyleColour): number {
  switch (given.kind) {
    case "rgb":
      return colour(RGB, (given.red << 16) | (given.green << 8) | given.blue);
    case "basic":
    case "palette":
      return colour(PALETTE, given.index);
    default:
      return DEFAULT_COLOUR;
  }
}
