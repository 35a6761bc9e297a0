import type { Colour, Style, Underline } from "../screen/screen.ts";
import type { Attribute } from "./attributes.ts";
import type { StyleColour } from "./colour.ts";
import type { TextStyle } from "./style.ts";

const TERMINAL_DEFAULT: Colour = { kind: "default" };

/** A cell that nobody styled. */
export const PLAIN_STYLE: Style = {
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
  link: "",
};

const UNDERLINES: readonly (readonly [Attribute, Underline])[] = [
  ["underscore", "single"],
  ["double-underscore", "double"],
  ["curly-underscore", "curly"],
  ["dotted-underscore", "dotted"],
  ["dashed-underscore", "dashed"],
];

/** How the cells of a text are drawn which an option or `#[…]` gave this style. */
export function cellStyle({ foreground, background, attributes }: TextStyle): Style {
  return {
    ...PLAIN_STYLE,
    foreground: cellColour(foreground),
    background: cellColour(background),
    underline: UNDERLINES.find(([attribute]) => attributes.has(attribute))?.[1] ?? "none",
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
  if (colour.kind === "basic") return { kind: "palette", index: colour.index };
  return colour.kind === "palette" || colour.kind === "rgb" ? colour : TERMINAL_DEFAULT;
}
