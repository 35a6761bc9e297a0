import type { ScreenLook } from "./look.ts";

/** The text before the cursor: a question of the program, its prompt for commands, or other text. */
export interface UnfinishedLine {
  readonly kind: "question" | "prompt" | "text";
  readonly text: string;
  /** The cursor stands in the line below. */
  readonly above?: true;
}

/** `>>>`, `In [3]:`, `sqlite>`, `(gdb)`, `MariaDB [(none)]>`, `irb(main):001:0*`, `$`: a prompt asks for nothing in particular. */
const PROMPT = /^(?:.*[>$#❯➜➤▶»λ]|(?:.*[^\d])?%|\.\.\.:?|In \[\d+\]:|\([\w%+-]+\)|[*+]|irb\(.*\):\S+\*)$/u;
/** A prompt with a command that is being typed. */
const DRAFT = /^(?:>>>|\.\.\.|In \[\d+\]:|[\w-]+>|[\w./~@:-]*(?:[$#]|[^\d\s]%)) +\S/u;
/** A shell's prompt with text behind it. */
const SHELL_PROMPT = /^[\w./~@:-]*(?:[$#]|[^\d\s]%) +(?=\S)/u;
/** Lines that end like a prompt, and ask. */
const ASKS =
  /\?\s*[>:]$|^#\?$|^what\b|\bpassword|[[(]y\/n|^(?:please |now )?(?:enter|type|choose|select|input|pick|give)\b/i;

const QUESTIONS: readonly RegExp[] = [
  /[[(]\s*y(es)?\s*[/|]\s*n(o)?(\s*[/|].*)?\s*[\])]/i,
  /\b(yes\/no|y\/n)\b/i,
  /[[(]\s*\p{L}{1,4}\s*[/|]\s*\p{L}{1,4}\s*[\])]\s*[:?]?$/u,
  /[?？؟]\s*([[(（].*[\])）])?\s*[:>：]?$/u,
  /\b(password|passphrase|passcode|pin|token|username|login|otp)\b.*:$/i,
  /\bpress\b.*\b(enter|return|any key|key)\b/i,
  /\b(enter|type|choose|select|input|continue|confirm|overwrite|replace|proceed)\b.*[:>?.…]$/i,
  ASKS,
  /[:：]\s*([[(][^\])]*[\])])?:?$/,
];

/** Characters before the cursor that are looked at. */
const MAX_LINE = 300;

/** Undefined if the cursor stands at the start of a line, with no question in the line above it. */
export function unfinishedLine({
  rows,
  cursor: { x, y },
  wrappedBefore = () => "",
}: Pick<ScreenLook, "rows" | "cursor"> & Partial<Pick<ScreenLook, "wrappedBefore">>):
  | UnfinishedLine
  | undefined {
  const lineTo = (row: number, columns?: number) =>
    (wrappedBefore(row) + (rows[row] ?? "").slice(0, columns)).slice(-MAX_LINE).trim();
  const before = lineTo(y, x);
  if (before !== "") return classify(before);
  const text = lineTo(y - 1);
  const asks = text !== "" && isQuestion(text) && /[?？؟:：>)）\]]$/u.test(text);
  return asks ? { kind: "question", text, above: true } : undefined;
}

/** The line without the shell's prompt before it: a command that was typed ahead prints behind the prompt that follows it. */
export function behindPrompt(line: UnfinishedLine): UnfinishedLine {
  return classify(line.text.replace(SHELL_PROMPT, ""));
}

function isQuestion(text: string): boolean {
  return QUESTIONS.some((pattern) => pattern.test(text));
}

function classify(text: string): UnfinishedLine {
  if (DRAFT.test(text) || (PROMPT.test(text) && !ASKS.test(text))) return { kind: "prompt", text };
  return { kind: isQuestion(text) ? "question" : "text", text };
}
