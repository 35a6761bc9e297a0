import { fnmatch } from "../text/fnmatch.ts";
import type { Pane } from "../tree/tree.ts";
import { compileRegex } from "./regex/compile-regex.ts";
import { matchRegex } from "./regex/match-regex.ts";

/** The first visible line that contains the text, from 1; 0 if none does. */
export function searchPane(pane: Pane, text: string, flags: string): number {
  const holds = lineTest(text, flags);
  if (!holds) return 0;
  for (let line = 0; line < pane.screen.rows; line++) {
    if (holds(pane.screen.lineText(line).trimEnd())) return line + 1;
  }
  return 0;
}

function lineTest(text: string, flags: string): ((line: string) => boolean) | undefined {
  const ignoreCase = flags.includes("i");
  if (!flags.includes("r")) return (line) => fnmatch(`*${text}*`, line, { ignoreCase });
  const regex = compileRegex(text, { ignoreCase });
  return regex && ((line) => matchRegex(regex, [...line], 0) !== undefined);
}
