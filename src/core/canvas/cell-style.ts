import type { Colour, Style, Underline } from "../screen/screen.ts";
import type { Attribute } from "../style/attributes.ts";
import type { StyleColour } from "../style/colour.ts";
import type { TextStyle } from "../style/style.ts";

const TERMINAL_DEFAULT: Colour = { kind: "default" };

/** The style of a cell that was given none. */
export const plainStyle: Style = {
  foreground: TERMINAL_DEFAULT,
  background: TERMINAL_DEFAULT,
  underlineColour: TERMINAL_DEFAULT,
  underline: "none",
  bold: false,
  dim: false,
  italic: false,
  blink: false,
  reverse: false,
  hidden: false,
  strikethrough: false,
  overline: false,
  lineDrawing: false,
  ownColours: false,
  link: "",
};

const UNDERLINES: readonly (readonly [Attribute, Underline])[] = [
  ["underscore", "single"],
  ["double-underscore", "double"],
  ["curly-underscore", "curly"],
  ["dotted-underscore", "dotted"],
  ["dashed-underscore", "dashed"],
];

const known = new WeakMap<TextStyle, Style>();

/** Converts a style of options and formats to a style of cells. */
export function cellStyle(style: TextStyle): Style {
  const seen = known.get(style);
  if (seen) return seen;
  const cell = convert(style);
  known.set(style, cell);
  return cell;
}

function convert({ foreground, background, attributes }: TextStyle): Style {
  return {
    ...plainStyle,
    foreground: cellColour(foreground),
    background: cellColour(background),
    underline: UNDERLINES.find(([name]) => attributes.has(name))?.[1] ?? "none",
    bold: attributes.has("bright"),
    dim: attributes.has("dim"),
    italic: attributes.has("italics"),
    blink: attributes.has("blink"),
    reverse: attributes.has("reverse"),
    hidden: attributes.has("hidden"),
    strikethrough: attributes.has("strikethrough"),
    overline: attributes.has("overline"),
    lineDrawing: attributes.has("acs"),
  };
}

export function cellColour(colour: StyleColour): Colour {
  if (colour.kind === "rgb") return colour;
  if (colour.kind === "basic" || colour.kind === "palette") return { kind: "palette", index: colour.index };
  return TERMINAL_DEFAULT;
}
