import { CommandBuilder } from "./build-commands.ts";
import type { AnyCommandEntry, ArgumentValue, CommandList } from "./command.ts";
import { parseText, type RawCommand } from "./grammar.ts";
import type { ParseInput } from "./parse-input.ts";

/**
 * The command language has two forms: words that a shell already split (`fromWords`), where only `;` is special, and
 * text with quotes, blocks, variables and conditions (`fromText`: files, hooks, key bindings).
 */
export class CommandParser {
  readonly #table: readonly AnyCommandEntry[];

  constructor(table: readonly AnyCommandEntry[]) {
    this.#table = table;
  }

  fromText(text: string, input: ParseInput): CommandList {
    const raw = text === "" ? [] : parseText(text, input);
    return new CommandBuilder(this.#table, input).list(raw);
  }

  fromWords(words: readonly ArgumentValue[], input: ParseInput): CommandList {
    return new CommandBuilder(this.#table, input).list(splitWords(words, input.line));
  }
}

/** A word that is or ends with `;` ends a command; a final `\;` is a literal semicolon. */
function splitWords(words: readonly ArgumentValue[], line: number): RawCommand[] {
  const commands: RawCommand[] = [];
  let current: ArgumentValue[] = [];
  for (const word of words) {
    const { value, ends } = splitEnd(word);
    if (!ends || value !== "") current.push(value);
    if (ends) {
      commands.push({ line, words: current });
      current = [];
    }
  }
  if (current.length > 0) commands.push({ line, words: current });
  return commands;
}

function splitEnd(word: ArgumentValue): { readonly value: ArgumentValue; readonly ends: boolean } {
  if (typeof word !== "string" || !word.endsWith(";")) return { value: word, ends: false };
  if (word.endsWith("\\;")) return { value: `${word.slice(0, -2)};`, ends: false };
  return { value: word.slice(0, -1), ends: true };
}
