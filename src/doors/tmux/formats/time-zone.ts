import type { TimeZone } from "../../../core/format/context.ts";

/** The daemon's local time zone at a point in time. */
export function timeZone(timeMs: number): TimeZone {
  const date = new Date(timeMs);
  const parts = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" }).formatToParts(date);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return { offsetMinutes: -date.getTimezoneOffset(), name };
}
