import type { Scope } from "../scope.ts";

/**
 * How one variable is read. A number is a time in seconds since the epoch, which `t:` can write out; undefined: it has no
 * value here.
 */
export type Variable = (scope: Scope) => string | number | undefined;
export type VariableGroup = Readonly<Record<string, Variable>>;

/** `1` or `0`, as all flags are; undefined where there is nothing to ask. */
export function flag(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : value ? "1" : "0";
}

export function numeral(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** From milliseconds. */
export function seconds(timeMs: number | undefined): number | undefined {
  return timeMs === undefined ? undefined : Math.floor(timeMs / 1000);
}

/** Joined by commas; undefined where there is none. */
export function listed(items: Iterable<string> | undefined): string | undefined {
  return (items && [...items].join(",")) || undefined;
}
