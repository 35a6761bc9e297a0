import { INT_MAX } from "../text/parse-integer.ts";

/**
 * The type of an option's value. All values are stored as the text that show-options prints; the type decides which
 * texts are valid.
 */
export type OptionType = "text" | "number" | "key" | "colour" | "flag" | "choice" | "command";

/** Where an option may be set. A pane option may also be set on the window, for all of its panes. */
export type OptionScope = "server" | "session" | "window" | "pane";

export interface OptionEntry {
  readonly name: string;
  readonly type: OptionType;
  readonly scope: OptionScope;
  /** For an array option: its elements from index 0. */
  readonly default: string | readonly string[];
  /** Elements have their own indexes; a complete value is split at any character of `separator`. */
  readonly array: boolean;
  /** Commands that run on an event: left out of show-options, listed by show-hooks. */
  readonly hook: boolean;
  /** The text is a style, and must parse as one unless it contains a format. */
  readonly style: boolean;
  /**
   * For an array: where a complete value is split; empty for never. For a text: the separator before appended text.
   */
  readonly separator: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly choices: readonly string[];
  /** A shell pattern that the text must match. */
  readonly pattern: string | undefined;
  /** The unit of a number, for display. */
  readonly unit: string | undefined;
  /** Mullion's own option: shown to callers that name it, and omitted from listings, which tools read. */
  readonly own: boolean;
}

/** A row of a table before its scope is known: a table has one scope, rows made by `inPanes` have their own. */
export type OptionRow = Omit<OptionEntry, "scope"> & { readonly scope?: OptionScope };

function row(
  name: string,
  type: OptionType,
  rest: Partial<OptionRow> & Pick<OptionRow, "default">,
): OptionRow {
  return {
    name,
    type,
    array: false,
    hook: false,
    style: false,
    separator: "",
    minimum: 0,
    maximum: INT_MAX,
    choices: [],
    pattern: undefined,
    unit: undefined,
    own: false,
    ...rest,
  };
}

export function text(name: string, value: string, rest: { pattern?: string } = {}): OptionRow {
  return row(name, "text", { default: value, ...rest });
}

export function style(name: string, value: string): OptionRow {
  return row(name, "text", { default: value, style: true, separator: "," });
}

export function number(
  name: string,
  value: number,
  rest: { minimum?: number; maximum?: number; unit?: string } = {},
): OptionRow {
  return row(name, "number", { default: String(value), ...rest });
}

export function flag(name: string, value: boolean): OptionRow {
  return row(name, "flag", { default: value ? "on" : "off" });
}

export function choice(name: string, value: string, choices: readonly string[]): OptionRow {
  return row(name, "choice", { default: value, choices });
}

/** An option that tmux does not have. */
export function ownChoice(name: string, value: string, choices: readonly string[]): OptionRow {
  return { ...choice(name, value, choices), own: true };
}

export function colour(name: string, value: string): OptionRow {
  return row(name, "colour", { default: value });
}

export function key(name: string, value: string): OptionRow {
  return row(name, "key", { default: value });
}

export function list(
  name: string,
  values: readonly string[],
  { separator, type = "text" }: { separator: string; type?: OptionType },
): OptionRow {
  return row(name, type, { default: values, array: true, separator });
}

export function hook(name: string): OptionRow {
  return row(name, "command", { default: [], array: true, hook: true });
}

export function inPanes(entry: OptionRow): OptionRow {
  return { ...entry, scope: "pane" };
}

export function inScope(scope: OptionScope, rows: readonly OptionRow[]): readonly OptionEntry[] {
  return rows.map((entry) => ({ scope, ...entry }));
}
