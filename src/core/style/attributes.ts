/** Ways to draw text, in the order in which tmux writes them. */
export const ATTRIBUTES = [
  "acs",
  "bright",
  "dim",
  "underscore",
  "blink",
  "reverse",
  "hidden",
  "italics",
  "strikethrough",
  "double-underscore",
  "curly-underscore",
  "dotted-underscore",
  "dashed-underscore",
  "overline",
] as const;

export type Attribute = (typeof ATTRIBUTES)[number];

const byName = new Map<string, Attribute>([
  ...ATTRIBUTES.map((name) => [name, name] as const),
  ["bold", "bright"],
]);

/** One or more with blanks, commas or bars between them; undefined where one is unknown. */
export function parseAttributes(text: string): ReadonlySet<Attribute> | undefined {
  if (text === "" || /^[ ,|]|[ ,|]$/.test(text)) return undefined;
  const words = text.toLowerCase().split(/[ ,|]+/);
  if (words.length === 1 && (words[0] === "default" || words[0] === "none")) return new Set();
  const found = words.map((word) => byName.get(word));
  return found.includes(undefined) ? undefined : new Set(found as Attribute[]);
}
