import { MuxError } from "../errors.ts";
import { formatKey, parseKey } from "../keys/key-name.ts";
import { formatColour, parseColour } from "../style/colour.ts";
import { parseStyle } from "../style/style.ts";
import { fnmatch } from "../text/fnmatch.ts";
import type { OptionEntry, OptionType } from "./option-entry.ts";

/** Checks that only the environment can make. */
export interface OptionRules {
  /** Whether this can be run as a shell: an absolute path of an executable that is not this program. */
  suitableShell(path: string): boolean;
}

export const lenientRules: OptionRules = {
  suitableShell: (path) => path.startsWith("/"),
};

export interface ValueRequest {
  readonly entry: OptionEntry;
  /** Undefined if the command gave no value: flags and choices are toggled. */
  readonly text: string | undefined;
  /** The effective value. */
  readonly current: string;
  readonly rules: OptionRules;
}

/** The stored form of a given text; throws with tmux's sentence if the text is invalid. */
export function parseOptionValue(request: ValueRequest): string {
  return parsers[request.entry.type](request);
}

function bad(message: string): MuxError {
  return new MuxError("bad-value", message);
}

function given({ text }: ValueRequest): string {
  if (text === undefined) throw bad("empty value");
  return text;
}

const parsers: Record<OptionType, (request: ValueRequest) => string> = {
  text: parseText,
  number: parseNumber,
  flag: parseFlag,
  choice: parseChoice,
  key(request) {
    const text = given(request);
    const key = parseKey(text);
    if (key === undefined) throw bad(`bad key: ${text}`);
    return formatKey(key);
  },
  colour(request) {
    const text = given(request);
    const colour = parseColour(text);
    if (!colour) throw bad(`bad colour: ${text}`);
    return formatColour(colour);
  },
  /** The door that sets a command has parsed it. */
  command: given,
};

function parseText(request: ValueRequest): string {
  const { entry, rules } = request;
  const text = given(request);
  if (entry.name === "default-shell" && !rules.suitableShell(text))
    throw bad(`not a suitable shell: ${text}`);
  if (entry.pattern !== undefined && !fnmatch(entry.pattern, text)) throw bad(`value is invalid: ${text}`);
  const fixedStyle = entry.style && !text.includes("#{");
  if (fixedStyle && !parseStyle(text)) throw bad(`invalid style: ${text}`);
  return text;
}

function parseNumber(request: ValueRequest): string {
  const text = given(request);
  if (!/^[ \t-\r]*[+-]?[0-9]+$/.test(text)) throw bad(`value is invalid: ${text}`);
  const value = Number(text);
  if (value < request.entry.minimum) throw bad(`value is too small: ${text}`);
  if (value > request.entry.maximum) throw bad(`value is too large: ${text}`);
  return String(value === 0 ? 0 : value);
}

function parseFlag({ text, current }: ValueRequest): string {
  if (text === undefined || text === "") return current === "on" ? "off" : "on";
  if (/^(1|on|yes)$/i.test(text)) return "on";
  if (/^(0|off|no)$/i.test(text)) return "off";
  throw bad(`bad value: ${text}`);
}

/** Toggling alternates between the first two choices; a third or later one stays. */
function parseChoice({ entry, text, current }: ValueRequest): string {
  if (text !== undefined) {
    if (!entry.choices.includes(text)) throw bad(`unknown value: ${text}`);
    return text;
  }
  const at = entry.choices.indexOf(current);
  return at < 2 ? entry.choices[1 - at]! : current;
}
