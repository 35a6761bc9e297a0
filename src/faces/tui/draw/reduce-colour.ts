import { colour, colourKind, colourValue, PALETTE, RGB } from "../../../core/screen/style.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";

const FIRST_OF_CUBE = 16;
const FIRST_GREY = 232;
/** Indices of black, dark grey, light grey and white among the sixteen colours. */
const GREYS = [0, 8, 7, 15];
const BRIGHT_LEVEL = 4;
const CUBE_LEVELS = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];

/** The colour itself if the terminal supports it, else the nearest colour of its palette. */
export function reduceColour(given: number, colours: TerminalFeatures["colours"]): number {
  const kind = colourKind(given);
  if (given === 0 || colours === "rgb") return given;
  const index = kind === RGB ? nearestOf256(colourValue(given)) : colourValue(given);
  if (colours === 256) return colour(PALETTE, index);
  return colour(PALETTE, index < FIRST_OF_CUBE ? index : basicOf(index) & (colours === 16 ? 15 : 7));
}

/** The nearest colour of the cube or the nearest grey, whichever is nearer. */
function nearestOf256(rgb: number): number {
  const parts = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  const levels = parts.map(levelOf);
  const cube = levels.reduce((sum, level) => sum * 6 + level, 0) + FIRST_OF_CUBE;
  const [red = 0, green = 0, blue = 0] = parts;
  const average = Math.floor((red + green + blue) / 3);
  const step = average > 238 ? 23 : Math.trunc((average - 3) / 10);
  const grey = 8 + 10 * step;
  const cubeRgb = levels.reduce((sum, level) => sum * 0x100 + CUBE_LEVELS[level]!, 0);
  if (cubeRgb === rgb) return cube;
  return distance(grey * 0x010101, rgb) < distance(cubeRgb, rgb) ? FIRST_GREY + step : cube;
}

function levelOf(value: number): number {
  if (value < 48) return 0;
  return value < 114 ? 1 : Math.floor((value - 35) / 40);
}

/** One of the sixteen colours: its hue comes from the strongest components, and it is bright if those are. */
function basicOf(index: number): number {
  if (index >= FIRST_GREY) return GREYS[Math.floor((index - FIRST_GREY) / 6)]!;
  const place = index - FIRST_OF_CUBE;
  const [red, green, blue] = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6];
  const strongest = Math.max(red!, green!, blue!);
  if (red === green && green === blue) return GREYS[Math.ceil(strongest / 2)]!;
  const hue = Number(red === strongest) + 2 * Number(green === strongest) + 4 * Number(blue === strongest);
  return strongest >= BRIGHT_LEVEL ? hue + 8 : hue;
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 0xff) - ((b >> 8) & 0xff);
  const blue = (a & 0xff) - (b & 0xff);
  return red * red + green * green + blue * blue;
}
