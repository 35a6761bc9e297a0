import { UsageError } from "./exit-status.ts";

const SIZES = ["B", "K", "M", "G", "T"] as const;

/** Bytes in three or four characters: 512B, 3.4K, 45M, 1.2G. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < SIZES.length - 1) [value, unit] = [value / 1024, unit + 1];
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)}${SIZES[unit]}`;
}

/** 0.4%, 12%, 200%. */
export function percentText(percent: number): string {
  return `${percent >= 10 || percent === 0 ? percent.toFixed(0) : percent.toFixed(1)}%`;
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** How long ago, in the largest unit that fits: "3 min". */
export function age(sinceMs: number, nowMs: number): string {
  const ms = Math.max(0, nowMs - sinceMs);
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? ["s", 1000];
  return `${Math.floor(ms / size)} ${unit}`;
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses a duration such as 30, 1.5s, 500ms, 5m or 2h into milliseconds. Without a unit it is in seconds. */
export function parseDuration(text: string, option: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined)
    throw new UsageError(`${option} needs a time such as 30, 500ms or 5m, not ${JSON.stringify(text)}`);
  return Math.round(Number(number) * UNITS_MS[unit]!);
}

/** One word of a list, such as a state. `what` begins the sentence that rejects any other word. */
export function parseWord<W extends string>(text: string, words: readonly W[], what: string): W {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new UsageError(`${what} ${words.join(", ")}, not ${JSON.stringify(text)}`);
  return word;
}

/** "1 pane", "2 panes". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function parseCount(text: string, option: string, max = 999_999_999): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > max) throw new UsageError(`${option} needs a number from 1 on, not ${text}`);
  return count;
}
