/** xterm's palette of 256: sixteen named colours, a cube of six levels a side, and a row of greys. */
const FIRST_SIXTEEN = [
  0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xc0c0c0, 0x808080, 0xff0000,
  0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff,
];
const CUBE_LEVELS = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
const CUBE_START = 16;
const GREY_START = 232;

/** As 0xrrggbb. */
export function paletteRgb(index: number): number {
  if (index < CUBE_START) return FIRST_SIXTEEN[index]!;
  if (index >= GREY_START) return (8 + 10 * (index - GREY_START)) * 0x010101;
  const place = index - CUBE_START;
  const [red, green, blue] = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map(
    (n) => CUBE_LEVELS[n]!,
  );
  return red! * 0x10000 + green! * 0x100 + blue!;
}
