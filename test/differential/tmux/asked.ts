import { commandTable } from "../../../src/doors/tmux/command-table.ts";
import { findCommand } from "../../../src/doors/tmux/parse-commands/build-commands.ts";
import { parseArguments } from "../../../src/doors/tmux/parse-commands/parse-arguments.ts";

/** Which flags of which commands some words ask for; what cannot be parsed asks for nothing. */
export class Asked {
  readonly #flags = new Map<string, Set<string>>();

  /** A command line: commands separated by `;` or by a word that ends in one. */
  add(words: readonly string[]): void {
    let command: string[] = [];
    for (const word of words) {
      const ends = word.endsWith(";") && !word.endsWith("\\;");
      if (word !== ";") command.push(ends ? word.slice(0, -1) : word);
      if (!ends) continue;
      this.#addOne(command);
      command = [];
    }
    this.#addOne(command);
  }

  has(command: string, flag?: string): boolean {
    const flags = this.#flags.get(command);
    return flag === undefined ? flags !== undefined : (flags?.has(flag) ?? false);
  }

  #addOne([name, ...words]: readonly string[]): void {
    if (name === undefined) return;
    try {
      const entry = findCommand(commandTable, name);
      const flags = this.#flags.get(entry.name) ?? new Set();
      this.#flags.set(entry.name, flags);
      for (const [flag] of parseArguments(entry, words).given()) flags.add(flag);
    } catch {
      // An error path: it asks for no flag.
    }
  }
}
