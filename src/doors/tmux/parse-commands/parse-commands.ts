import { CommandBuilder } from "./build-commands.ts";
import { type AnyCommandEntry, CommandList } from "./command.ts";
import { parseText, type RawCommand } from "./grammar.ts";
import type { ArgumentValue } from "./parse-arguments.ts";
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
function splitWords(words: readonly ArgumentValue[], line: number): RawCommand<CommandList>[] {
  const commands: RawCommand<CommandList>[] = [];
  let current: (string | CommandList)[] = [];
  for (const word of words) {
    if (typeof word !== "string") {
      if (word instanceof CommandList) current.push(word);
      continue;
    }
    const { text, ends } = splitEnd(word);
    if (!ends || text !== "") current.push(text);
    if (ends) {
      commands.push({ line, words: current });
      current = [];
    }
  }
  if (current.length > 0) commands.push({ line, words: current });
  return commands;
}

function splitEnd(word: string): { readonly text: string; readonly ends: boolean } {
  if (!word.endsWith(";")) return { text: word, ends: false };
  if (word.endsWith("\\;")) return { text: `${word.slice(0, -2)};`, ends: false };
  return { text: word.slice(0, -1), ends: true };
}
