import { compareBytes } from "../text/compare-bytes.ts";
import { fnmatch } from "../text/fnmatch.ts";
import { formatTrue } from "./format-true.ts";
import { compileRegex } from "./regex/compile-regex.ts";
import { matchRegex } from "./regex/match-regex.ts";

export interface Comparison {
  readonly operator: string;
  /** Flags of `m`: `r` for a regular expression, `i` to ignore case. */
  readonly flags: string;
  readonly left: string;
  readonly right: string;
}

export function compare({ operator, flags, left, right }: Comparison): boolean {
  switch (operator) {
    case "||":
      return formatTrue(left) || formatTrue(right);
    case "&&":
      return formatTrue(left) && formatTrue(right);
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return compareBytes(left, right) < 0;
    case ">":
      return compareBytes(left, right) > 0;
    case "<=":
      return compareBytes(left, right) <= 0;
    case ">=":
      return compareBytes(left, right) >= 0;
    default:
      return matchesPattern(left, right, flags);
  }
}

/** A pattern must match the whole text, a regular expression any part of it. */
export function matchesPattern(pattern: string, text: string, flags: string): boolean {
  const ignoreCase = flags.includes("i");
  if (!flags.includes("r")) return fnmatch(pattern, text, { ignoreCase });
  const regex = compileRegex(pattern, { ignoreCase });
  return regex !== undefined && matchRegex(regex, [...text], 0) !== undefined;
}
