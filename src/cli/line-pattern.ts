import { compileRegex } from "../core/format/regex/compile-regex.ts";
import { matchRegex } from "../core/format/regex/match-regex.ts";
import { UsageError } from "./usage-error.ts";

/** Lines are looked at up to here: a search takes time in proportion to it. */
const MAX_LINE = 16 * 1024;

export interface PatternOptions {
  readonly ignoreCase: boolean;
  /** The words themselves are meant. */
  readonly literal: boolean;
}

/** The expressions are the linear ones of formats: no pattern can stall the daemon. */
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
