/**
 * Capabilities of terminals by name, in terminfo's terms: flags by name, numbers and strings as `name=value`. This
 * table replaces terminfo, because the client may run on another machine and faces use few, well-known capabilities.
 * An unknown name gets a safe, minimal set.
 */
export type Capabilities = Map<string, string>;

/** Capabilities of every supported terminal: the VT100 and its descendants. */
const VT100 = ["am", "xenl", "csr", "el", "blink", "rev", "smkx", "smacs=so"];
const MODERN = ["AX", "XT", "bce", "dim", "invis", "indn", "sitm", "smcup", "smxx", "kmous"];
/** A terminal inside another multiplexer, which does not report that it erases with the background colour. */
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

/** Capabilities by the terminal's name alone. */
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

/** Accepts `name`, `name=value`, or `name@` to remove a capability. */
export function setCapability(capabilities: Capabilities, text: string): void {
  const equals = text.indexOf("=");
  if (equals > 0) capabilities.set(text.slice(0, equals), text.slice(equals + 1));
  else if (text.endsWith("@")) capabilities.delete(text.slice(0, -1));
  else if (text !== "") capabilities.set(text, "");
}

/** The reason why a terminal of this name cannot be drawn on, in tmux's words; undefined if it can. */
export function whyUnsuitable(termName: string): string | undefined {
  if (termName === "" || termName === "unknown") return `missing or unsuitable terminal: ${termName}`;
  return termName === "dumb" ? "terminal does not support clear" : undefined;
}
