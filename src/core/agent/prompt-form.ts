import type { ScreenLook } from "./look.ts";

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

const HEAD = /^([?◆]) +(\S.*)$/u;
/** What a library shows behind its question. */
const HINT = / +(?:[›…](?: .*)?|\[Use arrows .*\]|\((?:Use arrow|Press ).*\))$/u;
const ENTRY = /^[ │]*(?:([❯▸»➤●>])|○)? *(\S.*)$/u;
const LIST_END = /^[ └]*$|↑|\bto (?:move|navigate)\b/u;
/** Boxes, of which several can be checked. */
const BOX = /^[ │]*[❯▸»➤>]? ?(?:[◯◉◻◼☐☑]|\[[ x]\])/u;
const MAX_LABEL = 120;

/** Undefined if none is open: the last thing on the screen, with the cursor at the question or below the list. */
export function promptForm({ rows, cursor }: Pick<ScreenLook, "rows" | "cursor">): PromptForm | undefined {
  const at = rows.findLastIndex((row) => HEAD.test(row));
  const [, sign, text = ""] = HEAD.exec(rows[at] ?? "") ?? [];
  if (sign === undefined) return undefined;
  const below = rows.slice(at + 1);
  const end = below.findIndex((row) => LIST_END.test(row));
  const list = end < 0 ? below : below.slice(0, end);
  const isLast = below.slice(list.length).every((row) => LIST_END.test(row));
  if (!isLast || (cursor.y !== at && cursor.y <= at + list.length)) return undefined;
  const entries = list.map((row) => ENTRY.exec(row) ?? []);
  const selected = entries.findIndex(([, pointer]) => pointer !== undefined);
  if (sign === "?" && selected < 0 && cursor.y !== at) return undefined;
  const isChoice = selected >= 0 && list.length > 1 && !list.some((row) => BOX.test(row));
  return {
    question: text.replace(HINT, ""),
    labels: isChoice ? entries.map(([, , label = ""]) => label.trim().slice(0, MAX_LABEL)) : [],
    selected,
  };
}
