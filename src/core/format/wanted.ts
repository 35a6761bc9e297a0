import { INT_MAX, INT_MIN, parseInteger } from "../text/parse-integer.ts";
import { type Arithmetic, parseArithmetic } from "./arithmetic.ts";
import type { Comparison } from "./compare.ts";
import type { Modifier } from "./parse-modifiers.ts";
import { stripEscapes } from "./skip.ts";
import type { Substitution } from "./substitute.ts";

/** Modifiers that change how a variable's own value is formatted. */
export interface LookupModifiers {
  /** `t`: formats the value as a time. */
  readonly time?: { readonly pretty: boolean; readonly format: string | undefined } | undefined;
  readonly baseName?: boolean;
  readonly dirName?: boolean;
  readonly quoteShell?: boolean;
  readonly quoteStyle?: boolean;
}

/** The combined effect of all modifiers of one `#{…}`. */
export interface Wanted extends LookupModifiers {
  readonly literal?: boolean;
  readonly character?: boolean;
  readonly colour?: boolean;
  readonly loop?: "session" | "window" | "pane" | "windowExists" | "sessionExists" | undefined;
  /** Flags of `C`. */
  readonly search?: string;
  readonly comparison?: Comparison;
  /** A string is the error message of invalid arithmetic. */
  readonly arithmetic?: Arithmetic | string;
  readonly expand?: boolean;
  readonly expandTime?: boolean;
  readonly length?: boolean;
  readonly width?: boolean;
  readonly substitutions: readonly Substitution[];
  /** Columns to keep, from the left or (negative) from the right; 0: all. */
  readonly limit: number;
  readonly marker?: string;
  /** Columns to pad to, on the right or (negative) on the left; 0: none. */
  readonly pad: number;
}

type Draft = { -readonly [Name in keyof Wanted]: Wanted[Name] } & { substitutions: Substitution[] };

/** Order of precedence if several loops are requested. */
const LOOP_ORDER = ["session", "window", "pane", "windowExists", "sessionExists"] as const;

export function gather(modifiers: readonly Modifier[]): Wanted {
  const draft: Draft = { substitutions: [], limit: 0, pad: 0 };
  for (const { name, args } of modifiers) EFFECTS.get(name)?.(draft, args, name);
  return draft;
}

type Effect = (draft: Draft, args: readonly string[], name: string) => void;

const compareBy: Effect = (draft, args, operator) => {
  draft.comparison = { operator, flags: args[0] ?? "" };
};

function loopOver(loop: NonNullable<Wanted["loop"]>): Effect {
  return (draft) => {
    const earlier = draft.loop;
    if (!earlier || LOOP_ORDER.indexOf(loop) < LOOP_ORDER.indexOf(earlier)) draft.loop = loop;
  };
}

type Switch = {
  [Name in keyof Draft]-?: Draft[Name] extends boolean | undefined ? Name : never;
}[keyof Draft];

function set(name: Switch): Effect {
  return (draft) => {
    draft[name] = true;
  };
}

const EFFECTS = new Map<string, Effect>([
  ["l", set("literal")],
  ["a", set("character")],
  ["c", set("colour")],
  ["b", set("baseName")],
  ["d", set("dirName")],
  ["n", set("length")],
  ["w", set("width")],
  ["E", set("expand")],
  ["T", set("expandTime")],
  ["S", loopOver("session")],
  ["W", loopOver("window")],
  ["P", loopOver("pane")],
  ...["m", "<", ">", "||", "&&", "==", "!=", ">=", "<="].map((name): [string, Effect] => [name, compareBy]),
  ["C", (draft, [flags = ""]) => (draft.search = flags)],
  ["N", nameExists],
  ["s", addSubstitution],
  ["=", setLimit],
  ["p", setPadding],
  ["e", setArithmetic],
  ["t", setTime],
  ["q", setQuoting],
]);

function nameExists(draft: Draft, args: readonly string[], name: string): void {
  const [kind] = args;
  if (kind === undefined || kind.includes("w")) loopOver("windowExists")(draft, args, name);
  else if (kind.includes("s")) loopOver("sessionExists")(draft, args, name);
}

function addSubstitution(draft: Draft, [pattern, replacement, flags = ""]: readonly string[]): void {
  if (pattern === undefined || replacement === undefined) return;
  draft.substitutions.push({ pattern, replacement, ignoreCase: flags.includes("i") });
}

function setPadding(draft: Draft, [width]: readonly string[]): void {
  if (width !== undefined) draft.pad = toInteger(width);
}

function setLimit(draft: Draft, [limit, marker]: readonly string[]): void {
  if (limit === undefined) return;
  draft.limit = toInteger(limit);
  if (marker !== undefined) draft.marker = marker;
}

function setArithmetic(draft: Draft, args: readonly string[]): void {
  if (args.length >= 1 && args.length <= 3) draft.arithmetic = parseArithmetic(args);
}

function setTime(draft: Draft, [kind, format]: readonly string[]): void {
  const pretty = kind?.includes("p") ?? draft.time?.pretty ?? false;
  const given =
    !pretty && kind?.includes("f") && format !== undefined ? stripEscapes(format) : draft.time?.format;
  draft.time = { pretty, format: given };
}

function setQuoting(draft: Draft, [kind]: readonly string[]): void {
  if (kind === undefined) draft.quoteShell = true;
  else if (/[eh]/.test(kind)) draft.quoteStyle = true;
}

function toInteger(text: string): number {
  return parseInteger(text, INT_MIN, INT_MAX) ?? 0;
}
