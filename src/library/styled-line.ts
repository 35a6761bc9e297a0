import type { Result } from "../protocol/methods.ts";

type Line = Result<"mullion.screen">["lines"][number];
type Style = NonNullable<NonNullable<Line["runs"]>[number]["style"]>;

const RESET = "\x1b[0m";

const FLAGS = {
  bold: "1",
  dim: "2",
  italic: "3",
  blink: "5",
  reverse: "7",
  hidden: "8",
  strikethrough: "9",
  overline: "53",
} as const satisfies Partial<Record<keyof Style, string>>;

const UNDERLINES = { single: "4", double: "4:2", curly: "4:3", dotted: "4:4", dashed: "4:5" } as const;

/** A line with its styles as SGR sequences. Each run ends with default style. */
export function styledLine({ runs = [] }: Line): string {
  return runs
    .map(({ text, style = {} }) => {
      const codes = sgr(style).join(";");
      return codes === "" ? text : `\x1b[${codes}m${text}${RESET}`;
    })
    .join("")
    .replace(/ +$/, "");
}

function sgr({ fg, bg, underline, underline_colour, ...style }: Style): string[] {
  const flags = Object.entries(FLAGS).flatMap(([flag, code]) =>
    style[flag as keyof typeof FLAGS] ? code : [],
  );
  return [
    ...flags,
    ...(underline ? [UNDERLINES[underline]] : []),
    ...(fg ? colour(fg, { basic: 30, bright: 90, extended: 38 }) : []),
    ...(bg ? colour(bg, { basic: 40, bright: 100, extended: 48 }) : []),
    ...(underline_colour ? colour(underline_colour, { extended: 58 }) : []),
  ];
}

interface ColourCodes {
  readonly basic?: number;
  readonly bright?: number;
  readonly extended: number;
}

/** default, a palette number, or #rrggbb. */
function colour(value: string, { basic, bright, extended }: ColourCodes): string[] {
  if (value === "default") return [];
  const parts = /^#(..)(..)(..)$/.exec(value)?.slice(1);
  if (parts) return [`${extended}`, "2", ...parts.map((part) => `${Number.parseInt(part, 16)}`)];
  const index = Number(value);
  if (basic !== undefined && index < 8) return [`${basic + index}`];
  if (bright !== undefined && index < 16) return [`${bright + index - 8}`];
  return [`${extended}`, "5", value];
}
