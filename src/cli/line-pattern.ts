import { compileRegex } from "../core/format/regex/compile-regex.ts";
import { matchRegex } from "../core/format/regex/match-regex.ts";
import { UsageError } from "./exit-status.ts";

/** Only this many characters of a line are searched, because the time is proportional to the length. */
const MAX_LINE = 16 * 1024;

export interface PatternOptions {
  readonly ignoreCase: boolean;
  /** Matches the text literally instead of as an expression. */
  readonly literal: boolean;
}

/** Compiles a pattern with the linear-time expressions of formats, so that no pattern can stall the daemon. */
export function linePattern(
  pattern: string,
  { ignoreCase, literal }: PatternOptions,
): (line: string) => boolean {
  if (literal) {
    const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
    const wanted = fold(pattern);
    return (line) => fold(line).includes(wanted);
  }
  const regex = compileRegex(pattern, { ignoreCase });
  if (!regex) {
    const shown = JSON.stringify(pattern);
    throw new UsageError(`${shown} is no POSIX extended regular expression, or too large`);
  }
  return (line) => matchRegex(regex, Array.from(line.slice(0, MAX_LINE)), 0) !== undefined;
}
