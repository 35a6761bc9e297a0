/**
 * A moment for people, in local time: 14:03:22, or 2026-11-17 14:03:22 if it is not on the day of `nowMs`. A time alone would be
 * understood as one of today.
 */
export function momentText(ms: number, nowMs: number): string {
  const moment = new Date(ms);
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(":");
  if (moment.toDateString() === new Date(nowMs).toDateString()) return time;
  const date = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join("-");
  return `${date} ${time}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
