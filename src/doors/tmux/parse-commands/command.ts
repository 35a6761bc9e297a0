import type { TargetFlags } from "../../../core/target/target.ts";

/**
 * The types of a command's arguments follow from its flag string: "ac:l::" is a switch -a, a -c that requires a value and
 * an -l with an optional value. A switch is a boolean, a flag with a value a string or undefined.
 */
type FlagValues<Flags extends string> = Flags extends `${infer Flag}${infer Rest}`
  ? Rest extends `::${infer Tail}`
    ? { readonly [F in Flag]: string | true | undefined } & FlagValues<Tail>
    : Rest extends `:${infer Tail}`
      ? { readonly [F in Flag]: string | undefined } & FlagValues<Tail>
      : { readonly [F in Flag]: boolean } & FlagValues<Rest>
  : unknown;

export interface PrintOptions {
  /**
   * Prints so that parsing the result restores the commands, for which tmux's own form is not enough: one line per
   * group, quotes around a semicolon that is a word of its own, and before operands that look like flags `-\-` instead
   * of `--`, which tmux never prints.
   */
  readonly exact?: boolean | undefined;
}

/** A text, or a `{ … }` block. */
export type ArgumentValue = string | CommandList;
type OperandKind = "string" | "commands-or-string";

export interface ArgumentSpec<Flags extends string = string> {
  readonly flags: Flags;
  /** Minimum and maximum number of operands; 0 by default. */
  readonly min?: number;
  readonly max?: number;
  /** Kind of each operand; strings by default. */
  readonly operand?: (index: number, has: (flag: string) => boolean) => OperandKind;
}

export interface Operands {
  /** Operands as text; a block in its printed form. */
  readonly operands: readonly string[];
  readonly values: readonly ArgumentValue[];
  /** Every value of a flag that may be repeated, in order. */
  all(flag: string): readonly string[];
  has(flag: string): boolean;
  /** How often a flag was given. */
  count(flag: string): number;
  /** The given flags in ASCII order, with their effective values. */
  given(): readonly (readonly [flag: string, values: readonly string[]])[];
  /** As tmux prints a parsed command: switches first, then flags with values, then operands. */
  print(options?: PrintOptions): string;
}

export type Arguments<Flags extends string = string> = FlagValues<Flags> & Operands;

/** Kind of thing that -t or -s names. */
export type TargetSpec =
  | "session"
  | "window"
  | "pane"
  /** A failed search is no error: `run` receives what was found. */
  | "session?"
  | "window?"
  | "pane?"
  /** An index that may be free. */
  | "place";

/** What a command declares about itself. */
export interface CommandDeclaration<
  Flags extends string = string,
  TargetKind extends TargetSpec | undefined = TargetSpec | undefined,
  SourceKind extends TargetSpec | undefined = TargetSpec | undefined,
> extends ArgumentSpec<Flags> {
  readonly name: string;
  readonly alias?: string;
  readonly usage: string;
  /** Kind of thing that -t names. */
  readonly target?: TargetKind;
  /** Kind of thing that -s names. */
  readonly source?: SourceKind;
  readonly sourceFlags?: TargetFlags;
  /** The flag that names a client, which must exist; "c?" and "t?" if it may be missing. */
  readonly client?: "c" | "t" | "c?" | "t?";
  /** Starts a server if there is none. */
  readonly startsServer?: boolean;
  /**
   * Whether a promise from `run` waits for something outside, where tmux's command returns CMD_RETURN_WAIT: other
   * commands run meanwhile. Without it the promise is work of the daemon, such as a start, which nothing interrupts.
   * `run` returns no promise, and throws at once, when it does not wait after all. "file": the wait ends soon, so a
   * control client that leaves stays for the commands after it.
   */
  waits?(args: Operands): boolean | "file";
  /** The hook `after-NAME` runs after success. */
  readonly afterHook?: boolean;
  /** A read-only client may run the command too. */
  readonly readonly?: boolean;
  /** Flags that differ from tmux's, with the difference. */
  readonly differingFlags?: Readonly<Record<string, string>>;
  /** Flags that only later versions of tmux have. */
  readonly laterFlags?: string;
}

/** An entry without its specific types, as tables hold it. */
export interface AnyCommandEntry extends CommandDeclaration {
  run(run: never): void | Promise<void>;
}

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
export class CommandList {
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
