const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/** How long something lasts, as `mullion agents` writes it: 40 s, 2 min, 1 h, 3 d. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  for (const [unit, size] of UNITS) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
  return `${seconds} s`;
}

/** The time of day at which something happened, with the date if that was not today. */
export function timeOf(ms: number, nowMs: number): string {
  const moment = new Date(ms);
  const time = moment.toLocaleTimeString();
  const isToday = moment.toDateString() === new Date(nowMs).toDateString();
  return isToday ? time : `${moment.toLocaleDateString()} ${time}`;
}
