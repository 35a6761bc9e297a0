import type { AnyCommandEntry } from "../define-command.ts";
import type { Arguments, CommandBlock } from "../parse-arguments.ts";

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

  /** Escaped, the separators can stand on a shell's command line, as list-keys prints them. */
  print({ escaped = false } = {}): string {
    const semicolon = escaped ? "\\;" : ";";
    const parts = this.commands.map((command, i) => {
      if (i === 0) return printCommand(command);
      const sameGroup = this.commands[i - 1]!.group === command.group;
      return ` ${sameGroup ? semicolon : semicolon + semicolon} ${printCommand(command)}`;
    });
    return parts.join("");
  }
}

export function printCommand({ entry, args }: Command): string {
  const text = args.print();
  return text === "" ? entry.name : `${entry.name} ${text}`;
}
