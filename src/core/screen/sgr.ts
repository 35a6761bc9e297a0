import { COMPOUND, type Parameters } from "./parameters.ts";
import type { Pen } from "./pen.ts";
import { ALL_UNDERLINES, attribute, BASIC, colour, DEFAULT_COLOUR, PALETTE, RGB } from "./style.ts";

/** SGR: a table from a parameter to its change of the pen. 38, 48 and 58 have operands and are handled separately. */
type Change = (pen: Pen) => void;

const attributes =
  (off: number, on: number): Change =>
  (pen) => {
    pen.attributes = (pen.attributes & ~off) | on;
  };
const set = (bits: number): Change => attributes(0, bits);
const unset = (bits: number): Change => attributes(bits, 0);
const underline = (bits: number): Change => attributes(ALL_UNDERLINES, bits);
const paint =
  (which: number, value: number): Change =>
  (pen) =>
    assign(pen, which, value);

const FOREGROUND = 38;
const BACKGROUND = 48;
const UNDERLINE = 58;
const isColour = (value: number): boolean =>
  value === FOREGROUND || value === BACKGROUND || value === UNDERLINE;

const changes: (Change | undefined)[] = [];
changes[0] = (pen) => pen.reset();
changes[1] = set(attribute.bold);
changes[2] = set(attribute.dim);
changes[3] = set(attribute.italic);
changes[4] = underline(attribute.underline);
changes[5] = set(attribute.blink);
changes[6] = set(attribute.blink);
changes[7] = set(attribute.reverse);
changes[8] = set(attribute.hidden);
changes[9] = set(attribute.strikethrough);
changes[21] = underline(attribute.doubleUnderline);
changes[22] = unset(attribute.bold | attribute.dim);
changes[23] = unset(attribute.italic);
changes[24] = underline(0);
changes[25] = unset(attribute.blink);
changes[27] = unset(attribute.reverse);
changes[28] = unset(attribute.hidden);
changes[29] = unset(attribute.strikethrough);
changes[39] = paint(FOREGROUND, DEFAULT_COLOUR);
changes[49] = paint(BACKGROUND, DEFAULT_COLOUR);
changes[53] = set(attribute.overline);
changes[55] = unset(attribute.overline);
changes[59] = paint(UNDERLINE, DEFAULT_COLOUR);
for (let i = 0; i < 8; i++) {
  changes[30 + i] = paint(FOREGROUND, colour(BASIC, i));
  changes[40 + i] = paint(BACKGROUND, colour(BASIC, i));
  changes[90 + i] = paint(FOREGROUND, colour(BASIC, 8 + i));
  changes[100 + i] = paint(BACKGROUND, colour(BASIC, 8 + i));
}

const underlineStyles = [
  0,
  attribute.underline,
  attribute.doubleUnderline,
  attribute.curlyUnderline,
  attribute.dottedUnderline,
  attribute.dashedUnderline,
].map(underline);

export function applySgr(pen: Pen, parameters: Parameters): void {
  if (parameters.count === 0) {
    pen.reset();
    return;
  }
  for (let i = 0; i < parameters.count; i++) {
    const value = parameters.values[i]!;
    if (value === COMPOUND) {
      applyCompound(pen, parameters.parts(i, 8));
    } else if (isColour(value)) {
      i = applyColour(pen, value, parameters, i + 1);
    } else {
      changes[Math.max(value, 0)]?.(pen);
    }
  }
}

/** `38;5;N` and `38;2;R;G;B`; returns the index of the last parameter that belongs to the colour. */
function applyColour(pen: Pen, which: number, parameters: Parameters, at: number): number {
  const kind = parameters.get(at, 0, -1);
  if (kind === 5) {
    applyPalette(pen, which, parameters.get(at + 1, 0, -1));
    return at + 1;
  }
  if (kind !== 2) return at;
  const red = parameters.get(at + 1, 0, -1);
  const green = parameters.get(at + 2, 0, -1);
  const blue = parameters.get(at + 3, 0, -1);
  return applyRgb(pen, which, red, green, blue) ? at + 3 : at;
}

/** `4:3`, `38:5:N`, `38:2:R:G:B` and `38:2::R:G:B`. */
function applyCompound(pen: Pen, parts: number[] | undefined): void {
  if (parts === undefined) return;
  const [which = -1, kind = -1] = parts;
  if (which === 4) {
    if (parts.length === 2) underlineStyles[kind]?.(pen);
    return;
  }
  if (!isColour(which) || parts.length < 3) return;
  if (kind === 5) {
    applyPalette(pen, which, parts[2]!);
  } else if (kind === 2) {
    const first = parts.length === 5 ? 2 : 3;
    const [red, green, blue] = parts.slice(first);
    if (blue !== undefined) applyRgb(pen, which, red!, green!, blue);
  }
}

function applyPalette(pen: Pen, which: number, index: number): void {
  if (index >= 0 && index <= 255) assign(pen, which, colour(PALETTE, index));
  else if (which !== UNDERLINE) assign(pen, which, DEFAULT_COLOUR);
}

function applyRgb(pen: Pen, which: number, red: number, green: number, blue: number): boolean {
  const isByte = (value: number): boolean => value >= 0 && value <= 255;
  if (!isByte(red) || !isByte(green) || !isByte(blue)) return false;
  assign(pen, which, colour(RGB, (red << 16) | (green << 8) | blue));
  return true;
}

function assign(pen: Pen, which: number, value: number): void {
  if (which === FOREGROUND) pen.foreground = value;
  else if (which === BACKGROUND) pen.background = value;
  else pen.underlineColour = value;
}
