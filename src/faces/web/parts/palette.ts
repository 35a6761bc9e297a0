/** The sixteen colours of a terminal in each theme, legible on the theme's own screen: eight normal ones, then bright ones. */
// biome-ignore format: one row for each half
export const TERMINAL_COLOURS = {
  dark: [
    "#3a404b", "#ff7b7b", "#5fd38d", "#f0c05a", "#71a7ff", "#d08bf5", "#4fc7d9", "#cdd3dd",
    "#7d8696", "#ff9a94", "#83e3a8", "#ffd580", "#9cc2ff", "#e0adff", "#80dcea", "#ffffff",
  ],
  light: [
    "#2a2f38", "#c02626", "#12734a", "#8f5b00", "#1f5fd0", "#8a2fb8", "#0b7285", "#8d95a3",
    "#565e6c", "#d33b3b", "#198f5d", "#a86c00", "#3d78e0", "#a04fcb", "#12879c", "#1a1d23",
  ],
  contrast: [
    "#808080", "#ff9a9a", "#66ff9e", "#ffe14d", "#8fc7ff", "#f0b3ff", "#70f3ff", "#ffffff",
    "#b3b3b3", "#ffb8b8", "#99ffc0", "#fff099", "#b8dcff", "#f7d1ff", "#a6f8ff", "#ffffff",
  ],
} as const;

export type ScreenTheme = keyof typeof TERMINAL_COLOURS;

const RGB = 0x1000000;
const CUBE = [0, 95, 135, 175, 215, 255];

/** A colour of a picture as CSS; undefined for the page's own. */
export function cssColour(colour: number, theme: ScreenTheme): string | undefined {
  if (colour < 0) return undefined;
  if (colour >= RGB) return hex(colour - RGB);
  if (colour < 16) return TERMINAL_COLOURS[theme][colour];
  if (colour >= 232) return hex((8 + 10 * (colour - 232)) * 0x10101);
  const [red, green, blue] = [36, 6, 1].map((step) => CUBE[Math.floor((colour - 16) / step) % 6]!);
  return hex(red! * 0x10000 + green! * 0x100 + blue!);
}

/** Names that teams give their agents, as the border of a terminal shows them: an index of the palette. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ["black", 0],
  ["red", 1],
  ["green", 2],
  ["yellow", 3],
  ["blue", 4],
  ["magenta", 5],
  ["purple", 5],
  ["cyan", 6],
  ["white", 7],
  ["pink", 205],
  ["orange", 208],
  ["gray", 244],
  ["grey", 244],
  ["teal", 37],
  ["gold", 178],
]);

/** Colours that a person chooses from for a new agent. */
export const AGENT_COLOURS = ["blue", "green", "yellow", "orange", "red", "pink", "purple", "cyan"] as const;

/** The colour that an agent's metadata names, as CSS; undefined if it names none. */
export function agentColour(name: unknown, theme: ScreenTheme): string | undefined {
  const text = String(name ?? "")
    .trim()
    .toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const numbered = /^colou?r(\d{1,3})$/.exec(text)?.[1];
  const bright = text.startsWith("bright") ? NAMED.get(text.slice(6)) : undefined;
  const index =
    numbered === undefined ? (bright === undefined ? NAMED.get(text) : bright + 8) : Number(numbered);
  return index === undefined || index > 255 ? undefined : cssColour(index, theme);
}

function hex(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}
