import { parseInteger } from "../text/parse-integer.ts";
import { namedColours } from "./named-colours.ts";
import { paletteRgb } from "./palette.ts";

/**
 * A colour as tmux's options and styles name it. `default` is the colour below, `terminal` the terminal's own colour,
 * `none` the absence of a colour. The first sixteen of the palette have names too; `red` and `colour1` are printed as they
 * were written.
 */
export type StyleColour =
  | { readonly kind: "none" }
  | { readonly kind: "default" }
  | { readonly kind: "terminal" }
  /** 0 to 7, and 8 to 15 for the bright ones. */
  | { readonly kind: "basic"; readonly index: number }
  | { readonly kind: "palette"; readonly index: number }
  | { readonly kind: "rgb"; readonly red: number; readonly green: number; readonly blue: number };

const BASIC = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const BASIC_NAMES = [...BASIC, ...BASIC.map((name) => `bright${name}`)];
/** Their numbers as in SGR sequences, which tmux takes too. */
const BASIC_NUMBERS = [0, 90].flatMap((first) => BASIC.map((_, index) => String(first + index)));

const rgbByName = new Map<string, number>(
  namedColours.flatMap(([name, rgb, ...shades]) => {
    const joined = name.replaceAll(" ", "");
    return [[name, rgb], [joined, rgb], ...shades.map((shade, i) => [`${joined}${i + 1}`, shade] as const)];
  }),
);

/** Undefined if the text names no colour. */
export function parseColour(text: string): StyleColour | undefined {
  if (text.startsWith("#") && text.length === 7) return parseHex(text.slice(1));
  const folded = text.toLowerCase();
  const palette = /^colou?r(.*)$/s.exec(folded);
  if (palette) return parsePalette(palette[1]!);
  if (folded === "default" || folded === "terminal") return { kind: folded };
  const basic = BASIC_NAMES.indexOf(folded);
  const index = basic >= 0 ? basic : BASIC_NUMBERS.indexOf(text);
  if (index >= 0) return { kind: "basic", index };
  return parseNamed(text, folded);
}

export function formatColour(colour: StyleColour): string {
  switch (colour.kind) {
    case "rgb":
      return `#${[colour.red, colour.green, colour.blue].map(hexByte).join("")}`;
    case "palette":
      return `colour${colour.index}`;
    case "basic":
      return BASIC_NAMES[colour.index]!;
    default:
      return colour.kind;
  }
}

/** As 0xrrggbb; undefined for a colour that only a terminal knows. */
export function colourToRgb(colour: StyleColour): number | undefined {
  if (colour.kind === "rgb") return colour.red * 0x10000 + colour.green * 0x100 + colour.blue;
  return colour.kind === "basic" || colour.kind === "palette" ? paletteRgb(colour.index) : undefined;
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, "0");
}

function fromRgb(rgb: number): StyleColour {
  return { kind: "rgb", red: (rgb >> 16) & 0xff, green: (rgb >> 8) & 0xff, blue: rgb & 0xff };
}

function parseHex(digits: string): StyleColour | undefined {
  return /^[0-9a-fA-F]{6}$/.test(digits) ? fromRgb(Number.parseInt(digits, 16)) : undefined;
}

function parsePalette(digits: string): StyleColour | undefined {
  const index = parseInteger(digits, 0, 255);
  return index === undefined ? undefined : { kind: "palette", index: index + 0 };
}

/** `grey40` is a percentage; anything else that begins so is the one X11 calls grey. */
function parseNamed(text: string, folded: string): StyleColour | undefined {
  const grey = /^gr[ea]y([0-9]*)/.exec(text);
  if (!grey) {
    const rgb = rgbByName.get(folded);
    return rgb === undefined ? undefined : fromRgb(rgb);
  }
  if (grey[1] === "") return fromRgb(0xbebebe);
  const level = Math.round(2.55 * Number(grey[1]));
  return level > 255 ? undefined : fromRgb(level * 0x010101);
}
