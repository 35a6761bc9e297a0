/** What a parser needs to know of the world. */
export interface ParseWorld {
  /** Expands the format of a `%if`. */
  expand(format: string): string;
  /** Value of a variable of the global environment. */
  variable(name: string): string | undefined;
  assign(name: string, value: string, options: { readonly hidden: boolean }): void;
  /** Home directory of a user, of the caller for an empty name. */
  home(user: string): string | undefined;
  /** What `command-alias` makes of a name. */
  alias(name: string): string | undefined;
}

export interface ParseInput {
  readonly world: ParseWorld;
  /** Named in errors. */
  readonly file: string | undefined;
  /** Where the text begins; moves on while it is read. */
  line: number;
  /** `source-file -n`: assignments are not made. */
  readonly parseOnly?: boolean;
  /** Commands of all lines belong together: if one fails the rest is not run. */
  readonly oneGroup?: boolean;
  /** `source-file -v`: told of every line's commands as they are understood. */
  readonly onParsed?: (text: string, line: number) => void;
}
