import { compareBytes } from "../text/compare-bytes.ts";
import { fnmatch } from "../text/fnmatch.ts";
import { formatTrue } from "./format-true.ts";
import { compileRegex } from "./regex/compile-regex.ts";
import { matchRegex } from "./regex/match-regex.ts";

export interface Comparison {
  readonly operator: string;
  /** Flags of `m`: `r` for a regular expression, `i` to ignore case. */
  readonly flags: string;
}

const OPERATORS = new Map<string, (left: string, right: string) => boolean>([
  ["||", (left, right) => formatTrue(left) || formatTrue(right)],
  ["&&", (left, right) => formatTrue(left) && formatTrue(right)],
  ["==", (left, right) => left === right],
  ["!=", (left, right) => left !== right],
  ["<", (left, right) => compareBytes(left, right) < 0],
  [">", (left, right) => compareBytes(left, right) > 0],
  ["<=", (left, right) => compareBytes(left, right) <= 0],
  [">=", (left, right) => compareBytes(left, right) >= 0],
]);

export function compare({ operator, flags }: Comparison, left: string, right: string): boolean {
  const holds = OPERATORS.get(operator);
  return holds ? holds(left, right) : patternTest(left, flags)(right);
}

/** A pattern must match the whole text, a regular expression any part of it. An invalid one matches nothing. */
export function patternTest(pattern: string, flags: string): (text: string) => boolean {
  const ignoreCase = flags.includes("i");
  if (!flags.includes("r")) return (text) => fnmatch(pattern, text, { ignoreCase });
  const regex = compileRegex(pattern, { ignoreCase });
  return (text) => regex !== undefined && matchRegex(regex, [...text], 0) !== undefined;
}
