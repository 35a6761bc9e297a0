/** Terminals use the system's own monospaced font: no font travels with the page. */
export const FONT =
  'ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", "Cascadia Mono", Consolas, monospace';

/** A smaller font can be read by no one. Where it would be needed, a terminal scrolls. */
const LEAST_PX = 6;
/** On a phone, a person holds the screen in a hand: a wide terminal scrolls there rather than shrink. */
const LEAST_NARROW_PX = 9;
const STEP_PX = 0.5;

interface Size {
  readonly width: number;
  readonly height: number;
}

const cells = new Map<string, Size>();

/** CSS pixels of one cell, measured as xterm.js measures it. */
export function cellOf(fontPx: number, pixelRatio = devicePixelRatio): Size {
  const key = `${fontPx} ${pixelRatio}`;
  const known = cells.get(key);
  if (known) return known;
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = `${fontPx}px ${FONT}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText("W");
  const height = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * pixelRatio) / pixelRatio;
  const cell = { width, height };
  cells.set(key, cell);
  return cell;
}

/** A part of the page that shows a terminal of this size in cells. */
export interface Fitted extends Size {
  readonly cols: number;
  readonly rows: number;
}

/** How much larger than asked for a font may be where a terminal is small and its place is large. */
const LARGEST = 1.3;

/** The largest font at which every one of them has room, up to a little more than `askedPx`. */
export function fontFor(places: readonly Fitted[], askedPx: number): number {
  const fits = (fontPx: number) => {
    const cell = cellOf(fontPx);
    return places.every(
      ({ cols, rows, width, height }) => cols * cell.width <= width && rows * cell.height <= height,
    );
  };
  const least = innerWidth < 700 ? LEAST_NARROW_PX : LEAST_PX;
  let fontPx = Math.round(askedPx * LARGEST);
  while (fontPx > least && !fits(fontPx)) fontPx -= STEP_PX;
  return fontPx;
}
