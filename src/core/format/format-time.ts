import type { TimeZone } from "./context.ts";

/**
 * strftime in the C locale, which tmux applies to texts and times. Flags (`_ - 0 ^ #`), widths and the modifiers `E`
 * and `O` are those of the GNU C library; an unknown conversion stays as written.
 */
export interface LocalTime {
  /** A date whose UTC fields hold the local time. */
  readonly shifted: Date;
  readonly epochSeconds: number;
  readonly zone: TimeZone;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

export function localTime(timeMs: number, zone: TimeZone): LocalTime {
  const shifted = new Date(timeMs + zone.offsetMinutes * MS_PER_MINUTE);
  return { shifted, epochSeconds: Math.floor(timeMs / 1000), zone };
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

interface NumberField {
  readonly value: number;
  readonly digits: number;
  readonly fill: "0" | " ";
}

/** Several fields stand one after the other, each as wide as the conversion says. */
type Field = string | NumberField | readonly Field[];

const zeros = (value: number, digits = 2): Field => ({ value, digits, fill: "0" });
const blanks = (value: number, digits = 2): Field => ({ value, digits, fill: " " });
const hour12 = (date: Date): number => date.getUTCHours() % 12 || 12;
const meridiem = (date: Date): string => (date.getUTCHours() < 12 ? "AM" : "PM");

const FIELDS: Readonly<Record<string, (time: LocalTime) => Field>> = {
  a: ({ shifted }) => DAYS[shifted.getUTCDay()]!.slice(0, 3),
  A: ({ shifted }) => DAYS[shifted.getUTCDay()]!,
  b: ({ shifted }) => MONTHS[shifted.getUTCMonth()]!.slice(0, 3),
  h: ({ shifted }) => MONTHS[shifted.getUTCMonth()]!.slice(0, 3),
  B: ({ shifted }) => MONTHS[shifted.getUTCMonth()]!,
  c: (time) => formatTime("%a %b %e %H:%M:%S %Y", time),
  C: ({ shifted }) => zeros(Math.floor(shifted.getUTCFullYear() / 100)),
  d: ({ shifted }) => zeros(shifted.getUTCDate()),
  D: (time) => formatTime("%m/%d/%y", time),
  e: ({ shifted }) => blanks(shifted.getUTCDate()),
  F: (time) => formatTime("%Y-%m-%d", time),
  g: (time) => zeros(isoWeek(time).year % 100),
  G: (time) => zeros(isoWeek(time).year, 1),
  H: ({ shifted }) => zeros(shifted.getUTCHours()),
  I: ({ shifted }) => zeros(hour12(shifted)),
  j: ({ shifted }) => zeros(dayOfYear(shifted) + 1, 3),
  k: ({ shifted }) => blanks(shifted.getUTCHours()),
  l: ({ shifted }) => blanks(hour12(shifted)),
  m: ({ shifted }) => zeros(shifted.getUTCMonth() + 1),
  M: ({ shifted }) => zeros(shifted.getUTCMinutes()),
  n: () => "\n",
  p: ({ shifted }) => meridiem(shifted),
  P: ({ shifted }) => meridiem(shifted).toLowerCase(),
  r: (time) => formatTime("%I:%M:%S %p", time),
  R: (time) => formatTime("%H:%M", time),
  s: ({ epochSeconds }) => String(epochSeconds),
  S: ({ shifted }) => zeros(shifted.getUTCSeconds()),
  t: () => "\t",
  T: (time) => formatTime("%H:%M:%S", time),
  u: ({ shifted }) => zeros(shifted.getUTCDay() || 7, 1),
  U: ({ shifted }) => zeros(Math.floor((dayOfYear(shifted) + 7 - shifted.getUTCDay()) / 7)),
  V: (time) => zeros(isoWeek(time).week),
  w: ({ shifted }) => zeros(shifted.getUTCDay(), 1),
  W: ({ shifted }) => zeros(Math.floor((dayOfYear(shifted) + 7 - ((shifted.getUTCDay() + 6) % 7)) / 7)),
  x: (time) => formatTime("%m/%d/%y", time),
  X: (time) => formatTime("%H:%M:%S", time),
  y: ({ shifted }) => zeros(shifted.getUTCFullYear() % 100),
  Y: ({ shifted }) => zeros(shifted.getUTCFullYear(), 1),
  z: ({ zone: { offsetMinutes } }) => [
    offsetMinutes < 0 ? "-" : "+",
    zeros(clockNumber(Math.abs(offsetMinutes)), 4),
  ],
  Z: ({ zone }) => zone.name,
  "%": () => "%",
};

const CONVERSION = /%([_\-0^#]*)(\d*)([EO]?)(.?)/gsu;
/** The modifiers have no effect in the C locale, but these conversions are unknown with them. */
const WITHOUT: Readonly<Record<string, string>> = { E: "aAbBdDeFgGhHIjklmMSUVwW", O: "aAcDFxXY" };

/** Wider than any line. Without a limit, a width could exhaust memory. */
const WIDEST = 8192;

/** The flags and the width of a conversion. */
interface Shape {
  readonly flags: string;
  readonly width: number;
  readonly letter: string;
  /** The last flag that chooses one. */
  readonly filling: string | undefined;
}

/** An unknown conversion stays as written, padded like a text. */
export function formatTime(text: string, time: LocalTime): string {
  return text.replace(
    CONVERSION,
    (whole, flags: string, digits: string, modifier: string, letter: string) => {
      const isKnown = Object.hasOwn(FIELDS, letter) && !WITHOUT[modifier]?.includes(letter);
      const width = Math.min(Number(digits), WIDEST);
      const filling = [...flags].filter((flag) => "_-0".includes(flag)).at(-1);
      return shaped(isKnown ? FIELDS[letter]!(time) : whole, { flags, width, letter, filling });
    },
  );
}

function shaped(field: Field, shape: Shape): string {
  if (isList(field)) return field.map((part) => shaped(part, shape)).join("");
  const text = typeof field === "string" ? cased(field, shape) : numbered(field, shape);
  return text.padStart(shape.width, shape.filling === "0" ? "0" : " ");
}

function isList(field: Field): field is readonly Field[] {
  return Array.isArray(field);
}

function numbered({ value, digits, fill }: NumberField, { filling, width }: Shape): string {
  if (filling === "-") return String(value);
  const isBlank = filling === "_" || (filling === undefined && fill === " ");
  return String(value).padStart(Math.max(digits, width), isBlank ? " " : "0");
}

/** `^` is upper case; `#` the other case, which is lower for %p and %Z and upper for names. */
function cased(text: string, { flags, letter }: Shape): string {
  if (flags.includes("#") && (letter === "p" || letter === "Z")) return text.toLowerCase();
  const upper = (flags.includes("^") && letter !== "P") || (flags.includes("#") && "aAbBh".includes(letter));
  return upper ? text.toUpperCase() : text;
}

/** Day of the year, 0 for the first of January. */
function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / MS_PER_DAY);
}

/** ISO 8601: a week belongs to the year that holds its Thursday. */
function isoWeek({ shifted }: LocalTime): { year: number; week: number } {
  const thursday = new Date(shifted.getTime() + (3 - ((shifted.getUTCDay() + 6) % 7)) * MS_PER_DAY);
  return { year: thursday.getUTCFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 };
}

/** Minutes as a clock shows them, without the colon: 90 is 130. */
function clockNumber(minutes: number): number {
  return Math.floor(minutes / 60) * 100 + (minutes % 60);
}
