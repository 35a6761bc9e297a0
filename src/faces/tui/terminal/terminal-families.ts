/**
 * What terminals can do, by name, in terminfo's words: flags by their names, numbers and the rest as `name=value`. There is
 * no terminfo here: a client may sit on another machine, and what faces need of a terminal is little and well known. Names
 * that are not known are taken for something as old as it is safe to assume.
 */
export type Capabilities = Map<string, string>;

/** What every terminal here has: VT100 and its descendants. */
const VT100 = ["am", "xenl", "csr", "el", "blink", "rev", "smkx", "smacs=so"];
const MODERN = ["AX", "XT", "bce", "dim", "invis", "indn", "sitm", "smcup", "smxx", "kmous"];
/** Inside of another multiplexer, which does not say that it fills with the background's colour. */
const MULTIPLEXER = ["AX", "U8=1", "dim", "indn", "sitm", "smcup", "kmous"];

const families: readonly (readonly [pattern: RegExp, capabilities: readonly string[]])[] = [
  [
    /^(xterm|alacritty|foot|wezterm|ghostty|kitty|konsole|gnome|vte|contour|iterm2|mintty|mlterm|st-|putty|nsterm)/,
    [...VT100, ...MODERN, "smacs=g0"],
  ],
  [/^rxvt/, [...VT100, ...MODERN, "smacs=g0", "dim@", "invis@", "smxx@", "tsl"]],
  [/^tmux/, [...VT100, ...MULTIPLEXER, "invis", "smxx", "Smulx", "Ss", "Cs", "Ms", "tsl", "E3"]],
  [/^screen/, [...VT100, ...MULTIPLEXER]],
  [/^linux/, [...VT100, "AX", "bce", "U8=1", "dim", "kmous", "colors=8", "E3"]],
  [/^(vt[0-9]|cygwin|hurd)/, VT100],
];
const UNKNOWN = ["am", "csr", "el", "rev"];

const COLOURS = /-(\d+)color/;

/** Those of a terminal by its name alone. */
export function capabilitiesOf(termName: string): Capabilities {
  const capabilities: Capabilities = new Map();
  const family = families.find(([pattern]) => pattern.test(termName))?.[1] ?? UNKNOWN;
  if (family.includes("AX")) capabilities.set("colors", "8");
  for (const text of family) setCapability(capabilities, text);
  const counted = COLOURS.exec(termName)?.[1];
  if (counted) setCapability(capabilities, `colors=${counted}`);
  if (termName.endsWith("-direct")) setCapability(capabilities, "RGB");
  return capabilities;
}

/** `name`, `name=value`, or `name@` to take it away. */
export function setCapability(capabilities: Capabilities, text: string): void {
  const equals = text.indexOf("=");
  if (equals > 0) capabilities.set(text.slice(0, equals), text.slice(equals + 1));
  else if (text.endsWith("@")) capabilities.delete(text.slice(0, -1));
  else if (text !== "") capabilities.set(text, "");
}

/** Why nothing can be drawn on a terminal of this name, in tmux's words; undefined where something can. */
export function whyUnsuitable(termName: string): string | undefined {
  if (termName === "" || termName === "unknown") return `missing or unsuitable terminal: ${termName}`;
  return termName === "dumb" ? "terminal does not support clear" : undefined;
}
