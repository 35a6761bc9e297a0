import { formAt, shownBy } from "./explain-state.ts";
import type { Look } from "./look.ts";

/** One possible answer to a question. */
export interface AnswerChoice {
  /** Typed, followed by Enter if the program needs it. */
  readonly text: string;
  readonly label: string;
  /** Where no text selects it, or it is selected already: the keys that do, before Enter. */
  readonly keys?: readonly string[];
}

const YES_NO = /[[(]\s*(y(?:es)?)\s*(?:[/|]|or)\s*\[?(n(?:o)?)\b[^\])]*[\])]|\b(yes)\/(no)\b|\b(y)\/(n)\b/i;
const ENTER = /\bpress\b.*\b(?:enter|return|any key|a key)\b/i;
/** "Retry (r), skip (s) or abort (a)?" */
const LETTERED = /(?<!\p{L})(\p{L}+) \((\p{L})\)/gu;
/** A line of a list: frame, pointer at the selected one, number, label. */
const NUMBERED = /^[\s│┃]*(?:([❯›●▶>])\s+)?(\d{1,2})[.)]\s+(\S.*?)[\s│┃]*$/u;
/** What stands before the label of an entry without a number. */
const ENTRY_START = /^[\s│┃]*(?:[❯›●▶>]\s+)?(?:[✓✔]\s+)?/u;
/** The key that an agent shows behind a label: "No (esc)". */
const KEY_HINT = /(?<!\s)\s+\((?:esc|[a-z]|(?:shift|ctrl|alt)\+\w+)\)$/i;
const MAX_CHOICES = 20;
/** Lines between two entries of a list: descriptions and dividers. */
const MAX_GAP = 4;
const MAX_LABEL = 120;
/** Columns of a selected label's background behind it. */
const PADDING = 1;

/** The choices of a question that a program waits with, as far as its screen shows them; empty if it does not. */
export function choicesAt(look: Look, question: string | undefined): readonly AnswerChoice[] {
  const match = shownBy(look);
  const { rows } = look.screen();
  if (match?.pointed) return oneBelowTheOther(rows, match.row);
  const options = match?.options && sideBySide(look, match.row, match.options);
  return options ?? inForm(look, question) ?? choicesOf(question, rows, match?.numbered);
}

function inForm(look: Look, question: string | undefined): readonly AnswerChoice[] | undefined {
  const form = formAt(look);
  if (!form || form.question !== question || form.labels.length === 0) return undefined;
  return inColumn(form.labels, form.selected);
}

function inColumn(labels: readonly string[], selected: number): readonly AnswerChoice[] {
  return labels.map((label, index) => choiceAt(index, label, index - selected, ["Up", "Down"]));
}

/** The choice that is `steps` presses of a key away: of the first key if they are negative, of the second otherwise. */
function choiceAt(
  index: number,
  label: string,
  steps: number,
  [back, forth]: readonly [string, string],
): AnswerChoice {
  const keys = Array<string>(Math.abs(steps)).fill(steps > 0 ? forth : back);
  return { text: String(index + 1), label, keys };
}

/** Undefined unless exactly one of them is selected: it has another background than the line behind the last one. */
function sideBySide(look: Look, row: number, label: RegExp): readonly AnswerChoice[] | undefined {
  const { rows, backgroundAt } = look.screen();
  const found = [...(rows[row] ?? "").matchAll(label)];
  const last = found.at(-1);
  if (!last) return undefined;
  const line = backgroundAt(last.index + last[0].length + PADDING, row);
  const isSelected = ({ index }: RegExpExecArray) => backgroundAt(index, row) !== line;
  const selected = found.findIndex(isSelected);
  if (found.filter(isSelected).length !== 1) return undefined;
  return found.map(([text], index) => choiceAt(index, text, index - selected, ["Left", "Right"]));
}

/** The lines around the selected one whose text begins in the same column. */
function oneBelowTheOther(rows: readonly string[], selected: number): readonly AnswerChoice[] {
  const column = textColumn(rows[selected]);
  const isEntry = (row: number) => column >= 0 && textColumn(rows[row]) === column;
  let first = selected;
  while (isEntry(first - 1)) first -= 1;
  let last = selected;
  while (isEntry(last + 1)) last += 1;
  const labels = rows.slice(first, last + 1).map((text) => text.slice(column).trim().slice(0, MAX_LABEL));
  return inColumn(labels, selected - first);
}

/** The column in which the text of a row begins, behind a frame, a pointer and a check mark; -1 if it has none. */
function textColumn(row = ""): number {
  const [before = ""] = ENTRY_START.exec(row) ?? [];
  return before.length < row.length ? before.length : -1;
}

/** As choicesAt, by the text alone. `numbered`: a list needs no pointer. */
export function choicesOf(
  question: string | undefined,
  rows: readonly string[],
  numbered = false,
): readonly AnswerChoice[] {
  const asked = question ?? "";
  const yesNo = YES_NO.exec(asked);
  if (yesNo) {
    const [yes = "y", no = "n"] = yesNo.slice(1).filter((word) => word !== undefined);
    return [
      { text: yes.toLowerCase(), label: "Yes" },
      { text: no.toLowerCase(), label: "No" },
    ];
  }
  const lettered = [...asked.matchAll(LETTERED)].filter(([, word = "", letter = ""]) =>
    word.toLowerCase().startsWith(letter.toLowerCase()),
  );
  if (lettered.length > 1)
    return lettered.map(([, word = "", letter = ""]) => ({ text: letter, label: word }));
  const listed = numberedChoices(rows, numbered || asked === "#?");
  if (listed.length > 0) return listed;
  return ENTER.test(asked) ? [{ text: "", label: "Enter" }] : [];
}

interface ListEntry {
  readonly row: number;
  readonly number: number;
  readonly pointed: boolean;
  readonly label: string;
}

/** The lowest list that counts from 1. Without a pointer (`plain`) it is only text, unless the shell's `select` asks. */
function numberedChoices(rows: readonly string[], plain: boolean): AnswerChoice[] {
  const entries = rows.flatMap((text, row) => entryOf(text, row) ?? []);
  const list: ListEntry[] = [];
  for (const entry of entries.reverse()) {
    const below = list[0];
    if (below && (entry.number !== below.number - 1 || below.row - entry.row > MAX_GAP)) break;
    list.unshift(entry);
    if (entry.number === 1) break;
  }
  const isList = list.length > 1 && list.length <= MAX_CHOICES && list[0]?.number === 1;
  if (!isList || !(plain || list.some(({ pointed }) => pointed))) return [];
  return list.map(({ number, label, pointed }) => ({
    text: String(number),
    label,
    ...(pointed && { keys: [] }),
  }));
}

function entryOf(text: string, row: number): ListEntry | undefined {
  const [, pointer, number, rest = ""] = NUMBERED.exec(text) ?? [];
  if (number === undefined) return undefined;
  // A description may stand beside the label, a few blanks away.
  const label = rest
    .split(/\s{2,}/u)[0]!
    .replace(KEY_HINT, "")
    .replace(/\s*[✓✔]$/u, "");
  return { row, number: Number(number), pointed: pointer !== undefined, label: label.slice(0, MAX_LABEL) };
}
