import type { AnyCommandEntry } from "../define-command.ts";
import type { Arguments, CommandBlock, PrintOptions } from "./parse-arguments.ts";

/** One parsed command: its entry and its arguments. */
export interface Command {
  readonly entry: AnyCommandEntry;
  readonly args: Arguments;
  /** An error skips the remaining commands of the same group. */
  readonly group: number;
  /** File that contains the command. */
  readonly file: string | undefined;
  readonly line: number;
}

/** Commands in execution order, also as the value of an argument. */
export class CommandList implements CommandBlock {
  readonly commands: readonly Command[];

  constructor(commands: readonly Command[]) {
    this.commands = commands;
  }

  print({ exact = false }: PrintOptions = {}): string {
    return this.#joined({ exact, together: " ; ", apart: exact ? "\n" : " ;; " });
  }

  /** The form of key tables: exact, with separators that need no quoting in a shell. */
  printBound(): string {
    return this.#joined({ exact: true, together: " \\; ", apart: " \\;\\; " });
  }

  #joined({ exact, together, apart }: PrintOptions & { together: string; apart: string }): string {
    const parts = this.commands.map((command, i) => {
      const text = printCommand(command, { exact });
      if (i === 0) return text;
      return (this.commands[i - 1]!.group === command.group ? together : apart) + text;
    });
    return parts.join("");
  }
}

export function printCommand({ entry, args }: Command, options: PrintOptions = {}): string {
  const text = args.print(options);
  return text === "" ? entry.name : `${entry.name} ${text}`;
}
