import type { KnownScreen } from "./known-agent.ts";

type OptionalPattern = "above" | "followedBy" | "notFollowedBy" | "question" | "questionBelow" | "options";

export interface CompiledScreen
  extends Pick<KnownScreen, "shows" | "what" | "numbered" | "pointed">,
    Readonly<Record<OptionalPattern, RegExp | undefined>> {
  readonly line: RegExp;
}

export interface ScreenMatch extends Omit<CompiledScreen, "question"> {
  /** The line that decided. */
  readonly row: number;
  readonly question: string | undefined;
  /** Distinguishes this error from an earlier one on the screen: how many there are, and how it begins. */
  readonly error: string | undefined;
}

/** Characters of an error that distinguish it, however the screen wraps it. */
const ERROR_START = 20;
/** A question stands at most this many lines above the choices. */
const QUESTION_LINES = 14;
/** Characters of a line that are looked at. */
export const MAX_LINE = 400;

export function compileScreen(screen: KnownScreen): CompiledScreen {
  return {
    ...screen,
    line: new RegExp(screen.line, "u"),
    above: optional(screen.above),
    followedBy: optional(screen.followedBy),
    notFollowedBy: optional(screen.notFollowedBy),
    question: optional(screen.question),
    questionBelow: optional(screen.questionBelow),
    options: screen.options === undefined ? undefined : new RegExp(screen.options, "gu"),
  };
}

export function optional(text: string | undefined): RegExp | undefined {
  return text === undefined ? undefined : new RegExp(text, "u");
}

/** The first of the screens that these rows show. */
export function matchScreen(
  screens: readonly CompiledScreen[],
  visible: readonly string[],
): ScreenMatch | undefined {
  const rows = visible.map((row) => row.slice(0, MAX_LINE));
  for (const screen of screens) {
    const at = rows.findLastIndex((row, index) => isLine(screen, row, rows[index + 1]));
    if (at < 0 || !holds(screen, rows, at)) continue;
    const { shows } = screen;
    return {
      ...screen,
      row: at,
      question: shows === "waiting" ? questionAbove(rows, at, screen) : undefined,
      error: shows === "failed" ? errorIn(rows, at, screen.line) : undefined,
    };
  }
  return undefined;
}

/** A narrow pane wraps what an agent says about its work: two rows may be one line. */
function isLine({ line, shows }: CompiledScreen, row: string, next = ""): boolean {
  return line.test(row) || (shows === "working" && line.test(`${row.trimEnd()} ${next.trimStart()}`));
}

function holds(
  { above, followedBy, notFollowedBy }: CompiledScreen,
  rows: readonly string[],
  at: number,
): boolean {
  const before = above && rows.slice(0, at).findLast((row) => row.trim() !== "");
  if (above && !above.test(before ?? "")) return false;
  const below = rows.slice(at + 1);
  if (followedBy && !below.some((row) => followedBy.test(row)) && !followedBy.test(rows[at] ?? ""))
    return false;
  return !(notFollowedBy && below.some((row) => notFollowedBy.test(row)));
}

function errorIn(rows: readonly string[], at: number, line: RegExp): string {
  const start = (rows[at] ?? "").trim().slice(0, ERROR_START);
  return `${rows.filter((row) => line.test(row)).length} ${start}`;
}

function questionAbove(
  rows: readonly string[],
  at: number,
  { question: wanted, questionBelow: before }: CompiledScreen,
): string | undefined {
  for (let line = at; line >= Math.max(0, at - QUESTION_LINES); line--) {
    if (line < at && before?.test(rows[line] ?? "")) return undefined;
    const found = wanted ? wanted.exec(rows[line] ?? "")?.[1] : sentence(paragraphTo(rows, line));
    if (found) return found.trim();
  }
  return undefined;
}

/** A row that begins with a small letter continues the one above it: a narrow pane wraps questions. */
function paragraphTo(rows: readonly string[], line: number): string {
  const row = unframed(rows[line]);
  const above = unframed(rows[line - 1]);
  return /^\p{Ll}/u.test(row) && above !== "" ? `${paragraphTo(rows, line - 1)} ${row}` : row;
}

/** Without the borders of a box. */
function unframed(row = ""): string {
  return row.replace(/^[\s│┃]+|[\s│┃]+$/gu, "");
}

/** The sentence that ends with the last question mark of a text. */
function sentence(paragraph: string): string | undefined {
  const end = paragraph.lastIndexOf("?");
  if (end < 0) return undefined;
  const text = paragraph.slice(0, end + 1);
  // What follows a colon in lower case or in quotes belongs to the sentence: "Allow execution of: 'touch'?".
  const start = text.search(/[.:?] (?=\p{Lu})(?!.*[.:?] \p{Lu})/u);
  return start < 0 ? text : text.slice(start + 2);
}
