import type { PaneSource } from "../format-reads.ts";
import type { Scope } from "../scope.ts";

/**
 * Reads one variable. A number is a time in seconds since the epoch, which `t:` can format; undefined: no value here.
 * `reads` declares that the value depends on more than the tree.
 */
export interface Variable {
  (scope: Scope): string | number | undefined;
  readonly reads?: PaneSource;
}
export type VariableGroup = Readonly<Record<string, Variable>>;

/** Declares a variable that depends on what a program in the pane has printed, or on its end. */
export function printed(read: (scope: Scope) => string | number | undefined): Variable {
  return Object.assign(read, { reads: "screen" as const });
}

/** Declares a variable that depends on the pane's process. */
export function ofProcess(read: (scope: Scope) => string | number | undefined): Variable {
  return Object.assign(read, { reads: "process" as const });
}

/** `1` or `0`, like all flags; undefined if the subject is missing. */
export function flag(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? "1" : "0";
}

export function numeral(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Converts from milliseconds. */
export function seconds(timeMs: number | undefined): number | undefined {
  return timeMs === undefined ? undefined : Math.floor(timeMs / 1000);
}

/** Joins the items with commas; undefined if there are none. */
export function listed(items: Iterable<string> | undefined): string | undefined {
  return (items && [...items].join(",")) || undefined;
}
