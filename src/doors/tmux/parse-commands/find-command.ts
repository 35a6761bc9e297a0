import type { AnyCommandEntry } from "./command.ts";
import { ParseError } from "./parse-error.ts";

/** Finds a command by alias, full name or unique prefix. */
export function findCommand(table: readonly AnyCommandEntry[], name: string): AnyCommandEntry {
  const exact = table.find((entry) => entry.alias === name || entry.name === name);
  if (exact) return exact;
  const matches = table.filter((entry) => entry.name.startsWith(name));
  if (matches.length === 1) return matches[0]!;
  if (matches.length === 0) throw new ParseError(`unknown command: ${name}`);
  throw new ParseError(
    `ambiguous command: ${name}, could be: ${matches.map((entry) => entry.name).join(", ")}`,
  );
}
