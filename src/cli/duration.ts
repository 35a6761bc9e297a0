import { UsageError } from "./usage-error.ts";

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses a duration such as 30, 1.5s, 500ms, 5m or 2h into milliseconds. Without a unit it is in seconds. */
export function parseDuration(text: string, option: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined)
    throw new UsageError(`${option} needs a time such as 30, 500ms or 5m, not ${JSON.stringify(text)}`);
  return Math.round(Number(number) * UNITS_MS[unit]!);
}
