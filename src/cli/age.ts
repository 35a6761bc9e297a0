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
