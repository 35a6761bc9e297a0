import { ParseError } from "../command-error.ts";
import {
  type AnyCommandEntry,
  type Arguments,
  type ArgumentValue,
  type Command,
  CommandList,
} from "./command.ts";
import { parseText, type RawCommand } from "./grammar.ts";
import { ArgumentError, parseArguments } from "./parse-arguments.ts";
import type { ParseInput } from "./parse-input.ts";

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

let lastGroup = 0;

/** Resolves written commands: expands aliases, finds names, parses arguments. */
export class CommandBuilder {
  readonly #table: readonly AnyCommandEntry[];
  readonly #input: ParseInput;

  constructor(table: readonly AnyCommandEntry[], input: ParseInput) {
    this.#table = table;
    this.#input = input;
  }

  list(raw: readonly RawCommand[], options: { readonly alias: boolean } = { alias: true }): CommandList {
    const result: Command[] = [];
    let line: Command[] = [];
    let group = 0;
    let lineNumber: number | undefined;
    const endLine = () => {
      if (lineNumber !== undefined) this.#input.onParsed?.(new CommandList(line).print(), this.#input.line);
      result.push(...line);
      line = [];
    };
    for (const command of raw) {
      if (lineNumber === undefined || (!this.#input.oneGroup && command.line !== lineNumber)) {
        endLine();
        group = ++lastGroup;
      }
      lineNumber = this.#input.line = command.line;
      for (const built of this.#build(command, options)) line.push({ ...built, group });
    }
    endLine();
    return new CommandList(result);
  }

  #build(raw: RawCommand, { alias }: { readonly alias: boolean }): readonly Command[] {
    const name = raw.words[0];
    if (alias) {
      if (typeof name !== "string") return [];
      const text = this.#input.world.alias(name);
      if (text !== undefined) return this.#aliased(text, raw);
    }
    const values = raw.words.map((word) => this.#value(word));
    try {
      return [this.#command(values)];
    } catch (error) {
      if (error instanceof ParseError) throw new ParseError(error.message, this.#input);
      throw error;
    }
  }

  /** The words after an alias belong to the last command of its expansion. */
  #aliased(text: string, raw: RawCommand): readonly Command[] {
    const commands = parseText(text, this.#input);
    const last = commands.at(-1);
    if (!last) return [];
    const joined = { line: last.line, words: [...last.words, ...raw.words.slice(1)] };
    return this.list([...commands.slice(0, -1), joined], { alias: false }).commands;
  }

  #value(word: RawCommand["words"][number]): ArgumentValue {
    if (typeof word === "string" || word instanceof CommandList) return word;
    return this.list(word);
  }

  #command([name, ...words]: readonly ArgumentValue[]): Command {
    if (typeof name !== "string") throw new ParseError("no command");
    const entry = findCommand(this.#table, name);
    const { file, line } = this.#input;
    return { entry, args: readArguments(entry, words), group: 0, file, line };
  }
}

function readArguments(entry: AnyCommandEntry, words: readonly ArgumentValue[]): Arguments {
  try {
    return parseArguments(entry, words);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    if (error.message === "") throw new ParseError(`usage: ${entry.name} ${entry.usage}`);
    throw new ParseError(`command ${entry.name}: ${error.message}`);
  }
}
