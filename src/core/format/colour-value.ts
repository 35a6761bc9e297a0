import type { StyleColour } from "../style/colour.ts";

/** The sixteen named colours as xterm has them. */
const BASIC = [
  0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xc0c0c0, 0x808080, 0xff0000,
  0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff,
];
const CUBE_LEVELS = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
const CUBE_START = 16;
const GREY_START = 232;

/** Red, green and blue in one number; undefined for a colour that only the terminal knows. */
export function colourValue(colour: StyleColour): number | undefined {
  switch (colour.kind) {
    case "rgb":
      return (colour.red << 16) | (colour.green << 8) | colour.blue;
    case "basic":
    case "palette":
      return paletteValue(colour.index);
    default:
      return undefined;
  }
}

function paletteValue(index: number): number {
  if (index < CUBE_START) return BASIC[index]!;
  if (index >= GREY_START) return (8 + (index - GREY_START) * 10) * 0x010101;
  const place = index - CUBE_START;
  const level = (step: number) => CUBE_LEVELS[Math.floor(place / step) % 6]!;
  return (level(36) << 16) | (level(6) << 8) | level(1);
}
