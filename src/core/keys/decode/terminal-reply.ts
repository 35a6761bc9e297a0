import type { DefaultColour } from "../../screen/screen.ts";
import { matchAt } from "./mouse-report.ts";

/** A terminal's reply to a query. */
export type TerminalReply =
  /** Reply to DA1 and DA2. */
  | { readonly kind: "attributes"; readonly secondary: boolean; readonly parameters: readonly number[] }
  /** Reply to XTVERSION: the terminal's name and version. */
  | { readonly kind: "version"; readonly text: string }
  /** Reply to OSC 52: base64. */
  | { readonly kind: "clipboard"; readonly selection: string; readonly data: string }
  /** Reply to OSC 10 and 11: a default colour of the terminal, as 0xrrggbb. */
  | { readonly kind: "colour"; readonly which: DefaultColour; readonly rgb: number };

export interface ReplyMatch {
  readonly reply: TerminalReply;
  readonly length: number;
}

const ATTRIBUTES = /\x1b\[([>?])([\d;]{0,62})c/y;
const PARTIAL_ATTRIBUTES = /\x1b\[[>?][\d;]{0,62}$/y;
const VERSION = /\x1bP>\|([^\x1b]{0,126})\x1b\\/y;
const PARTIAL_VERSION = /\x1bP(?:>(?:\|[^\x1b]{0,126}\x1b?)?)?$/y;
const CLIPBOARD = /\x1b\]52;([^;\x07\x1b]*);([^\x07\x1b]*)(?:\x07|\x1b\\)/y;
const PARTIAL_CLIPBOARD = /\x1b\](?:5(?:2(?:;[^\x07\x1b]*\x1b?)?)?)?$/y;

const COLOUR =
  /\x1b\]1([01]);rgba?:([\da-fA-F]{1,4})\/([\da-fA-F]{1,4})\/([\da-fA-F]{1,4})(?:\/[\da-fA-F]{1,4})?(?:\x07|\x1b\\)/y;
const PARTIAL_COLOUR = /\x1b\]1(?:[01](?:;[^\x07\x1b]{0,62}\x1b?)?)?$/y;

const PARTIALS = [PARTIAL_ATTRIBUTES, PARTIAL_VERSION, PARTIAL_CLIPBOARD, PARTIAL_COLOUR];

const REPLIES: readonly (readonly [pattern: RegExp, toReply: (groups: string[]) => TerminalReply])[] = [
  [ATTRIBUTES, toAttributes],
  [VERSION, ([text = ""]) => ({ kind: "version", text })],
  [COLOUR, toColour],
  [CLIPBOARD, ([selection = "", data = ""]) => ({ kind: "clipboard", selection, data })],
];

export function parseReply(text: string, from: number): ReplyMatch | "partial" | undefined {
  if (PARTIALS.some((pattern) => matchAt(pattern, text, from))) return "partial";
  for (const [pattern, toReply] of REPLIES) {
    const [all, ...groups] = matchAt(pattern, text, from) ?? [];
    if (all !== undefined) return { reply: toReply(groups), length: all.length };
  }
  return undefined;
}

function toAttributes([kind, numbers = ""]: string[]): TerminalReply {
  return { kind: "attributes", secondary: kind === ">", parameters: numbers.split(";").map(Number) };
}

/** Parts have one to four digits each: `f` is as bright as `ffff`. */
function toColour([which, ...parts]: string[]): TerminalReply {
  const [red = 0, green = 0, blue = 0] = parts.map((digits) =>
    Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255),
  );
  const rgb = (red << 16) | (green << 8) | blue;
  return { kind: "colour", which: which === "0" ? "foreground" : "background", rgb };
}
