import { compileRegex } from "../core/format/regex/compile-regex.ts";
import { matchRegex } from "../core/format/regex/match-regex.ts";
import type { Screen } from "../core/screen/screen.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Params } from "../protocol/methods.ts";

/** Says whether a line matches. */
export type LineMatch = (line: string) => boolean;

type Condition = Params<"mullion.wait">["until"];
export type TextCondition = Extract<Condition, { kind: "text" | "regex" }>;

/** Lines are looked at up to here: our regular expressions take time in proportion to it. */
const MAX_LINE = 16 * 1024;

/** The expressions are the linear ones of formats: no pattern can stall. */
export function lineMatch(until: TextCondition): LineMatch {
  if (until.kind === "text") return (line) => line.includes(until.text);
  const regex = compileRegex(until.pattern, { ignoreCase: false });
  if (!regex) {
    throw new ProtocolError(
      "bad-regex",
      `${JSON.stringify(until.pattern)} is no POSIX extended regular expression, or too large`,
    );
  }
  return (line) => matchRegex(regex, Array.from(line.slice(0, MAX_LINE)), 0) !== undefined;
}

/** The first line on the screen that matches; a line that wraps is one. */
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
 * Finds the first line that matches in text that comes bit by bit. Each line is looked at once, when it has ended; the
 * unfinished one (a prompt, a question) when somebody asks.
 */
export class LineSearch {
  readonly #matches: LineMatch;
  #line = "";

  constructor(matches: LineMatch) {
    this.#matches = matches;
  }

  push(text: string): string | undefined {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop()!.slice(-MAX_LINE);
    return lines.find((line) => line !== "" && this.#matches(line));
  }

  unfinished(): string | undefined {
    return this.#line !== "" && this.#matches(this.#line) ? this.#line : undefined;
  }
}
