import { colour, colourKind, colourValue, PALETTE, RGB } from "../../../core/screen/style.ts";
import { paletteRgb } from "../../../core/style/palette.ts";
import type { TerminalFeatures } from "../terminal/terminal-features.ts";

const CUBE_LEVELS = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];

/** A colour as a terminal can show it: the nearest of its palette where it has no other. */
export function reduceColour(given: number, colours: TerminalFeatures["colours"]): number {
  const kind = colourKind(given);
  if (given === 0 || colours === "rgb") return given;
  const index = kind === RGB ? nearestOf256(colourValue(given)) : colourValue(given);
  if (colours === 256) return colour(PALETTE, index);
  const basic = index < 16 ? index : nearestOf16(paletteRgb(index));
  return colour(PALETTE, basic);
}

/** The nearest colour of the cube or the nearest grey, whichever is nearer. */
function nearestOf256(rgb: number): number {
  const parts = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  const levels = parts.map(levelOf);
  const cube = levels.reduce((sum, level) => sum * 6 + level, 0) + 16;
  const [red = 0, green = 0, blue = 0] = parts;
  const average = Math.floor((red + green + blue) / 3);
  const step = average > 238 ? 23 : Math.trunc((average - 3) / 10);
  const grey = 8 + 10 * step;
  const cubeRgb = levels.reduce((sum, level) => sum * 0x100 + CUBE_LEVELS[level]!, 0);
  if (cubeRgb === rgb) return cube;
  return distance(grey * 0x010101, rgb) < distance(cubeRgb, rgb) ? 232 + step : cube;
}

function levelOf(value: number): number {
  if (value < 48) return 0;
  return value < 114 ? 1 : Math.floor((value - 35) / 40);
}

function nearestOf16(rgb: number): number {
  let best = 0;
  for (let index = 1; index < 16; index++)
    if (distance(paletteRgb(index), rgb) < distance(paletteRgb(best), rgb)) best = index;
  return best;
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 0xff) - ((b >> 8) & 0xff);
  const blue = (a & 0xff) - (b & 0xff);
  return red * red + green * green + blue * blue;
}
