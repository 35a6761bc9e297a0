import { UsageError } from "./usage-error.ts";

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** What a person writes for a time: 30, 1.5s, 500ms, 5m, 2h. Seconds where there is no unit. In milliseconds. */
export function parseDuration(text: string, option: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined)
    throw new UsageError(`${option} needs a time such as 30, 500ms or 5m, not ${JSON.stringify(text)}`);
  return Math.round(Number(number) * UNITS_MS[unit]!);
}
