/** What the parser needs from its environment. */
export interface ParseWorld {
  /** Expands the format of a `%if`. */
  expand(format: string): string;
  /** Value of a variable of the global environment. */
  variable(name: string): string | undefined;
  assign(name: string, value: string, options: { readonly hidden: boolean }): void;
  /** Home directory of a user; an empty name means the caller. */
  home(user: string): string | undefined;
  /** Expansion of a name by `command-alias`. */
  alias(name: string): string | undefined;
}

export interface ParseInput {
  readonly world: ParseWorld;
  /** File name for errors. */
  readonly file: string | undefined;
  /** Current line; initially that of the beginning of the text. */
  line: number;
  /** `source-file -n`: skip assignments. */
  readonly parseOnly?: boolean;
  /** Commands of all lines form one group: if one fails, the rest is skipped. */
  readonly oneGroup?: boolean;
  /** `source-file -v`: called with the commands of each line once they are parsed. */
  readonly onParsed?: (text: string, line: number) => void;
}
