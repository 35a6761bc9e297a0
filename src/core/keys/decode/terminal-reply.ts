import { matchAt } from "./mouse-report.ts";

/** What a terminal answered to a question that was put to it. */
export type TerminalReply =
  /** To DA1 and DA2. */
  | { readonly kind: "attributes"; readonly secondary: boolean; readonly parameters: readonly number[] }
  /** To XTVERSION: the terminal's name and version. */
  | { readonly kind: "version"; readonly text: string }
  /** To OSC 52: base64. */
  | { readonly kind: "clipboard"; readonly selection: string; readonly data: string };

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

const PARTIALS = [PARTIAL_ATTRIBUTES, PARTIAL_VERSION, PARTIAL_CLIPBOARD];

export function parseReply(text: string, from: number): ReplyMatch | "partial" | undefined {
  if (PARTIALS.some((pattern) => matchAt(pattern, text, from))) return "partial";
  const attributes = matchAt(ATTRIBUTES, text, from);
  if (attributes) {
    const [all, kind, numbers] = attributes;
    const parameters = numbers!.split(";").map(Number);
    return { reply: { kind: "attributes", secondary: kind === ">", parameters }, length: all.length };
  }
  const version = matchAt(VERSION, text, from);
  if (version) return { reply: { kind: "version", text: version[1]! }, length: version[0].length };
  const clipboard = matchAt(CLIPBOARD, text, from);
  if (!clipboard) return undefined;
  const [all, selection, data] = clipboard;
  return { reply: { kind: "clipboard", selection: selection!, data: data! }, length: all.length };
}
