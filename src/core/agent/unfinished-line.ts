import type { ScreenLook, ScreenText } from "./look.ts";

/** The text before the cursor: a question of the program, its prompt for commands, or other text. */
export interface UnfinishedLine {
  readonly kind: "question" | "prompt" | "text";
  readonly text: string;
  /** The cursor stands below the question: in an empty line, or behind the sign of a field for the answer. */
  readonly above?: "empty" | "field";
}

/** `>>>`, `In [3]:`, `sqlite>`, `(gdb)`, `MariaDB [(none)]>`, `irb(main):001:0*`, `$`: a prompt asks for nothing in particular. */
const PROMPT =
  /^(?:.*[>$#❯➜➤▶»λ]|(?:.*[^\d])?%|\.\.\.:?|In \[\d+\]:|\([\w%+-]+\)|[*+]|irb\(.*\):\S+\*|\d+\]|Command \([^)]*help[^)]*\):|\((?:failed )?(?:reverse-)?i-search\).*)$/u;
/** A prompt with a command that is being typed. */
const DRAFT = /^(?:>>>|\.\.\.|In \[\d+\]:|[\w-]+>|[\w./~@:-]*(?:[$#]|[^\d\s]%)) +\S/u;
/** A shell's prompt with text behind it. */
const SHELL_PROMPT = /^[\w./~@:-]*(?:[$#]|[^\d\s]%) +(?=\S)/u;
/** Lines that end like a prompt, and ask. */
const ASKS =
  /\?\s*[>:]$|^#\?$|^what\b|\bpassword|[[(]y\/n|\b(?:choice|option|selection|answer)\s*>$|^(?:please |now )?(?:enter|type|choose|select|input|pick|give)\b/i;

const PASSWORD = /\b(password|passphrase|passcode|pin|otp)\b.*:$/i;
/** Questions that say what may be answered: no other text looks like them. */
const PLAIN_QUESTIONS: readonly RegExp[] = [
  /[[(]\s*y(es)?\s*([/|]|or)\s*\[?n(o)?\b(\s*[/|].*)?\s*[\])]/i,
  /\b(yes\/no|y\/n)\b/i,
  /[[(]\s*\p{L}{1,4}\s*[/|]\s*\p{L}{1,4}\s*[\])]\s*[:?]?$/u,
  PASSWORD,
  /\bpress\b.*\b(enter|return|any key|key)\b/i,
];

const QUESTIONS: readonly RegExp[] = [
  ...PLAIN_QUESTIONS,
  /[?？؟]\s*([[(（].*[\])）])?\s*[:>：]?$/u,
  /\b(token|username|login)\b.*:$/i,
  /\b(enter|type|choose|select|input|continue|confirm|overwrite|replace|proceed)\b.*[:>?.…]$/i,
  ASKS,
  /[:：]\s*([[(][^\])]*[\])])?:?$/,
];

/** The sign of a field for the answer, below the question. */
const FIELD = /^(?:[-=]*>|:)$/u;
/** The default of a question, or what may be answered, in a line of its own: `[Y/n]:`, `Yes/No?`. */
const DEFAULT = /^(?:[[(][^\])]*[\])]\s*[:?>]?|yes\/no\?)$/iu;
/** One of the choices between a question and the field for the answer. */
const CHOICE = /^\s*(?:[[(]?\p{L}?\d{0,2}[\])./:)]|[-*•])\s+\S/u;
const ASKING_END = /[?？؟:：]$/u;
const MAX_CHOICE_LINES = 30;

/** Characters before the cursor that are looked at. */
const MAX_LINE = 300;

/** Undefined if the cursor stands at the start of a line, with no question in the line above it. */
export function unfinishedLine({
  rows,
  cursor: { x, y },
  wrappedBefore = () => "",
}: ScreenText & Partial<Pick<ScreenLook, "wrappedBefore">>): UnfinishedLine | undefined {
  const lineTo = (row: number, columns?: number) =>
    (wrappedBefore(row) + (rows[row] ?? "").slice(0, columns)).slice(-MAX_LINE).trim();
  const before = lineTo(y, x);
  if (FIELD.test(before)) {
    const text = askedAbove(rows, y, before);
    if (text !== undefined) return { kind: "question", text, above: "field" };
  }
  if (before !== "") return withDefault(classify(before), lineTo(y - 1));
  const chosen = CHOICE.test(rows[y - 1] ?? "") ? askedAbove(rows, y, before) : undefined;
  if (chosen !== undefined) return { kind: "question", text: chosen, above: "empty" };
  const text = lineTo(y - 1);
  const asks = text !== "" && isQuestion(text) && /[?？؟:：>)）\]]$/u.test(text);
  return asks ? { kind: "question", text, above: "empty" } : undefined;
}

/**
 * The question above a field, or above the line of the cursor, with its choices between them. A REPL has earlier commands
 * behind the same sign.
 */
function askedAbove(rows: readonly string[], y: number, sign: string): string | undefined {
  const isBetween = (row: string) => row === "" || CHOICE.test(row);
  const above = rows.slice(Math.max(0, y - MAX_CHOICE_LINES), y);
  const at = above.findLastIndex((row) => !isBetween(row));
  const text = above[at]?.trim() ?? "";
  if (!ASKING_END.test(text) || classify(text).kind === "prompt") return undefined;
  const isCommand = (row: string, index: number) =>
    sign !== "" &&
    row.trimStart().startsWith(`${sign} `) &&
    !rows.slice(0, index).some((each) => each.trim() === text);
  return rows.slice(0, y).some(isCommand) ? undefined : text;
}

/** With the question itself, if only its default stands in the line of the cursor. */
function withDefault(line: UnfinishedLine, above: string): UnfinishedLine {
  const isDefault = line.kind === "question" && DEFAULT.test(line.text) && ASKING_END.test(above);
  return isDefault ? { kind: "question", text: `${above} ${line.text}` } : line;
}

/**
 * The line that the program has printed last, if nothing stands behind or below the cursor: a question in any words, or a
 * prompt, perhaps with a command that is being typed. `unfinishedLine` recognises most of them by their words.
 */
export function lastLine(screen: ScreenText & Partial<Pick<ScreenLook, "wrappedBefore">>) {
  const { rows, cursor } = screen;
  const hasMore =
    (rows[cursor.y] ?? "").length > cursor.x || rows.slice(cursor.y + 1).some((row) => row !== "");
  const line = hasMore ? undefined : unfinishedLine(screen);
  return line && { text: line.text, isPrompt: line.kind === "prompt" || beginsWithPrompt(line.text) };
}

function beginsWithPrompt(text: string): boolean {
  const words = text.split(/\s+/);
  return words.some((_, index) => index > 0 && classify(words.slice(0, index).join(" ")).kind === "prompt");
}

/** Whether the question says what may be answered, or asks for a password or a key. */
export function asksPlainly({ kind, text }: UnfinishedLine): boolean {
  return kind === "question" && PLAIN_QUESTIONS.some((pattern) => pattern.test(text));
}

/** Whether the question has been answered: the cursor is below it, and its answer is not shown. */
export function isAnsweredUnseen({ text, above }: UnfinishedLine): boolean {
  return above === "empty" && PASSWORD.test(text);
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
