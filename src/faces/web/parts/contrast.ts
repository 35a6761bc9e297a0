/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/**
 * `colour`, changed as far as it takes to have this contrast with `ground`: programs choose their colours for a dark
 * ground. Both are `#rrggbb` or `rgb(…)`; other forms are returned as they are.
 */
export function readableOn(colour: string, ground: string, ratio: number): string {
  const [own, behind] = [parseRgb(colour), parseRgb(ground)];
  if (!own || !behind) return colour;
  const end = luminance(behind) > 0.18 ? 0 : 255;
  for (let step = 0; step <= 10; step++) {
    const mixed = mix(own, end, step / 10);
    if (contrastOf(mixed, behind) >= ratio) return `rgb(${mixed.join(", ")})`;
  }
  return `rgb(${end}, ${end}, ${end})`;
}

function mix([red, green, blue]: Rgb, end: number, share: number): Rgb {
  const part = (value: number) => Math.round(value + (end - value) * share);
  return [part(red), part(green), part(blue)];
}

function parseRgb(colour: string): Rgb | undefined {
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(colour) ?? [];
  if (hex !== undefined) {
    const value = Number.parseInt(hex, 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  }
  const parts = /^rgba?\((\d+), (\d+), (\d+)/.exec(colour);
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}

/** As the guidelines for accessible pages define it. */
function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
