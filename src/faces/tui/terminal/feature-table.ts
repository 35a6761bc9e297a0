/** tmux's feature names in tmux's order, and the capabilities of each. `hyperlinks` comes from a newer tmux. */
export const featureTable: ReadonlyMap<string, readonly string[]> = new Map([
  ["256", ["AX", "colors=256"]],
  ["bpaste", ["Enbp"]],
  ["ccolour", ["Cs"]],
  ["clipboard", ["Ms"]],
  ["cstyle", ["Ss"]],
  ["extkeys", ["Eneks"]],
  ["focus", ["Enfcs"]],
  ["hyperlinks", ["Hls"]],
  ["margins", ["Cmg"]],
  ["mouse", ["kmous"]],
  ["osc7", ["Swd"]],
  ["overline", ["Smol"]],
  ["rectfill", ["Rect"]],
  ["RGB", ["AX", "setrgbf", "setrgbb", "colors=256"]],
  ["strikethrough", ["smxx"]],
  ["sync", ["Sync"]],
  ["title", ["tsl"]],
  ["usstyle", ["Smulx", "Setulc"]],
]);

const MODERN_XTERM = ["256", "RGB", "bpaste", "clipboard", "mouse", "strikethrough", "title"];

/** Features of terminals that report their name (XTVERSION, or the secondary device attributes). */
const byProduct: readonly (readonly [product: RegExp, features: readonly string[]])[] = [
  [/^mintty/, [...MODERN_XTERM, "ccolour", "cstyle", "extkeys", "margins", "overline", "usstyle"]],
  [/^tmux/, [...MODERN_XTERM, "ccolour", "cstyle", "focus", "overline", "usstyle"]],
  [/^rxvt-unicode/, ["256", "bpaste", "ccolour", "cstyle", "mouse", "title"]],
  [/^iTerm2/, [...MODERN_XTERM, "cstyle", "extkeys", "hyperlinks", "margins", "osc7", "sync", "usstyle"]],
  [/^XTerm/, [...MODERN_XTERM, "ccolour", "cstyle", "extkeys", "focus"]],
  [
    /^(kitty|ghostty|foot|WezTerm|contour)/i,
    [...MODERN_XTERM, "ccolour", "cstyle", "extkeys", "focus", "hyperlinks", "overline", "sync", "usstyle"],
  ],
];

/** Features by the terminal's reported name, such as `XTerm(379)` or `tmux 3.3a`. */
export function featuresOfProduct(product: string): readonly string[] {
  return byProduct.find(([pattern]) => pattern.test(product))?.[1] ?? [];
}
