import type { AnyCommandEntry } from "../define-command.ts";
import type { Arguments, CommandBlock, PrintOptions } from "../parse-arguments.ts";

/** One command, understood: what to run, with what. */
export interface Command {
  readonly entry: AnyCommandEntry;
  readonly args: Arguments;
  /** Commands of one group stand or fall together: an error skips the rest of the group. */
  readonly group: number;
  /** Where it was read. */
  readonly file: string | undefined;
  readonly line: number;
}

/** Commands in the order they run, also as the value of an argument. */
export class CommandList implements CommandBlock {
  readonly commands: readonly Command[];

  constructor(commands: readonly Command[]) {
    this.commands = commands;
  }

  print({ exact = false }: PrintOptions = {}): string {
    return this.#joined({ exact, together: " ; ", apart: exact ? "\n" : " ;; " });
  }

  /** As a key table keeps them: exact, between separators that a shell leaves alone. */
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
