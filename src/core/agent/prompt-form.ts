import type { ScreenText } from "./look.ts";

/**
 * A question as libraries for prompts draw it (Inquirer, prompts, Enquirer, Clack, survey, questionary): a line with a sign
 * before it, and perhaps a list below, in which Up and Down move a pointer.
 */
export interface PromptForm {
  readonly question: string;
  /** Entries of the list; empty if there is none, or if several can be chosen. */
  readonly labels: readonly string[];
  /** Index of the one that the pointer is at. */
  readonly selected: number;
}

const HEAD = /^([?◆▲]) +(\S.*)$/u;
/** What a library shows behind its question. */
const HINT = /(?<! ) +(?:[›…‣](?: .*)?|\[Use arrows .*\]|\((?:Use arrow|Press ).*\))$/u;
const ENTRY = /^[ │]*(?:([❯▸»➤●>])|○)? *(\S.*)$/u;
const KEYS = /↑|\bto (?:move|navigate)\b/u;
const LIST_END = new RegExp(`^[ └]*$|^└|${KEYS.source}`, "u");
/** What stands behind a question only while it is open. */
const OPEN = / [›‣](?: |$)| \[Use arrows /u;
/** Boxes, of which several can be checked. */
const BOX = /^[ │]*[❯▸»➤>]? ?(?:[◯◉◻◼☐☑]|\[[ x]\])/u;
/** An entry of a list without frames: labels stand below each other. */
const LISTED = /^([❯›▸➤ ]) (\S.*)$/u;
const MAX_LABEL = 120;

/** Undefined if none is open: the last thing on the screen, with the cursor at the question or below the list. */
export function promptForm(screen: ScreenText): PromptForm | undefined {
  return headedForm(screen) ?? pointedList(screen);
}

function headedForm({ rows, cursor }: ScreenText): PromptForm | undefined {
  const at = rows.findLastIndex((row) => HEAD.test(row));
  const [, sign, text = ""] = HEAD.exec(rows[at] ?? "") ?? [];
  if (sign === undefined) return undefined;
  const start = startOfList(rows, at + 1);
  const below = rows.slice(start);
  const end = below.findIndex((row) => LIST_END.test(row));
  const list = end < 0 ? below : below.slice(0, end);
  const after = below.slice(list.length).filter((row) => row !== "");
  // A description may stand below the list, and the keys below that, with the cursor behind them.
  const showsKeys = KEYS.test(after.at(-1) ?? "") && rows[cursor.y] === after.at(-1);
  const isLast = showsKeys || after.every((row) => LIST_END.test(row));
  const last = start + list.length - 1;
  const isOpen = OPEN.test(text);
  const isBelow = cursor.y > last;
  const isWithin = isOpen && cursor.y > at && after.length === 0;
  if (!isLast || !(cursor.y === at || isBelow || isWithin)) return undefined;
  // Clack marks an answer that it rejects. Others draw the same sign, without a bar below it.
  if (sign === "▲" && !(list.length > 0 && list.every((row) => row.startsWith("│")))) return undefined;
  const entries = list.map((row) => ENTRY.exec(row) ?? []);
  const selected = entries.findIndex(([, pointer]) => pointer !== undefined);
  const hasBoxes = list.some((row) => BOX.test(row));
  if (sign === "?" && selected < 0 && cursor.y !== at && !(hasBoxes && isOpen)) return undefined;
  const isChoice = selected >= 0 && list.length > 1 && !hasBoxes;
  return {
    question: text.replace(HINT, ""),
    labels: isChoice ? entries.map(([, , label = ""]) => label.trim().slice(0, MAX_LABEL)) : [],
    selected,
  };
}

/** A list without a sign before its question, as Ink's select draws it, with the cursor in the line below. */
function pointedList({ rows, cursor: { y } }: ScreenText): PromptForm | undefined {
  const above = rows.slice(0, y);
  const at = above.findLastIndex((row) => !LISTED.test(row));
  const question = above[at]?.trim() ?? "";
  const entries = above.slice(at + 1).map((row) => LISTED.exec(row) ?? []);
  const selected = entries.findIndex(([, pointer]) => pointer !== " ");
  const isOnly = entries.filter(([, pointer]) => pointer !== " ").length === 1;
  if (!isOnly || entries.length < 2 || !/[?？:：]$/u.test(question)) return undefined;
  if (rows.slice(y).some((row) => row !== "")) return undefined;
  const labels = entries.map(([, , label = ""]) => label.trim().slice(0, MAX_LABEL));
  return { question, labels, selected };
}

/** The library prompts explains its keys between the question and the boxes. */
function startOfList(rows: readonly string[], below: number): number {
  const isExplained = rows[below]?.startsWith("Instructions:") === true;
  const first = rows.findIndex((row, index) => index > below && BOX.test(row));
  return isExplained && first >= 0 ? first : below;
}
