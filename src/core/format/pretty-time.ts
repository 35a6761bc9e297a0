import type { FormatHost } from "./context.ts";
import { formatTime, type LocalTime, localTime } from "./format-time.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MONTH_SECONDS = 28 * DAY_SECONDS;

/** A moment in five characters or so, the coarser the longer ago: `t/p`. */
export function prettyTime(seconds: number, now: number, host: FormatHost): string {
  const at = localTime(seconds * 1000, host.zone(seconds * 1000));
  const present = localTime(now, host.zone(now));
  const age = Math.max(0, Math.floor(now / 1000) - seconds);
  return formatTime(prettyFormat(at, present, age), at);
}

function prettyFormat({ shifted: at }: LocalTime, { shifted: present }: LocalTime, age: number): string {
  const years = present.getUTCFullYear() - at.getUTCFullYear();
  const months = present.getUTCMonth() - at.getUTCMonth();
  if (age < DAY_SECONDS) return "%H:%M";
  if ((years === 0 && months === 0) || age < MONTH_SECONDS) return "%a%d";
  if ((years === 0 && months > 0) || (years === 1 && months < 0)) return "%d%b";
  return "%h%y";
}
