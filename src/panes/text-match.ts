import { compileRegex } from "../core/format/regex/compile-regex.ts";
import { matchRegex } from "../core/format/regex/match-regex.ts";
import type { Screen } from "../core/screen/screen.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Params } from "../protocol/methods.ts";
import { PlainText } from "./plain-text.ts";

/** Returns whether a line matches. */
export type LineMatch = (line: string) => boolean;

export type TextCondition = Extract<Params<"mullion.wait">["until"], { kind: "text" | "regex" }>;

/** Only this many characters of a line are matched: matching time grows with the length. */
const MAX_LINE = 16 * 1024;

/** Uses the linear-time expressions of formats: no pattern can stall the daemon. */
export function lineMatch(until: TextCondition, { ignoreCase = false } = {}): LineMatch {
  if (until.kind === "text") {
    const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
    const wanted = fold(until.text);
    return (line) => fold(line).includes(wanted);
  }
  const regex = compileRegex(until.pattern, { ignoreCase });
  if (!regex) {
    throw new ProtocolError(
      "bad-regex",
      `${JSON.stringify(until.pattern)} is no POSIX extended regular expression, or too large`,
    );
  }
  return (line) =>
    line.includes(regex.contains) && matchRegex(regex, Array.from(line.slice(0, MAX_LINE)), 0) !== undefined;
}

/** The first matching line on the screen; a wrapped line counts as one. */
export function matchOnScreen(screen: Screen, matches: LineMatch): string | undefined {
  for (let row = 0; row < screen.rows; ) {
    let line = screen.lineText(row);
    while (screen.wrapped(row) && row + 1 < screen.rows) line += screen.lineText(++row);
    row += 1;
    if (line !== "" && matches(line)) return line;
  }
  return undefined;
}

/**
 * Finds the first matching line in a terminal's output, which arrives in pieces. Each line is checked once, when it has ended; the
 * unfinished line (a prompt, a question) only on request.
 */
export class LineSearch {
  readonly #matches: LineMatch;
  readonly #plain = new PlainText();
  #line = "";

  constructor(matches: LineMatch) {
    this.#matches = matches;
  }

  push(bytes: Uint8Array): string | undefined {
    const lines = (this.#line + this.#plain.push(bytes)).split("\n");
    this.#line = lines.pop()!.slice(-MAX_LINE);
    return lines.find((line) => line !== "" && this.#matches(line));
  }

  unfinished(): string | undefined {
    return this.#line !== "" && this.#matches(this.#line) ? this.#line : undefined;
  }
}
