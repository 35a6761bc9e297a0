import { INT_MAX, INT_MIN, parseInteger } from "../text/parse-integer.ts";

/** `e|op|flags|digits`: arithmetic on two numbers, on integers unless the flag `f` is given. */
const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  m: (left, right) => left % right,
  "==": (left, right) => Number(Math.abs(left - right) < 1e-9),
  "!=": (left, right) => Number(Math.abs(left - right) > 1e-9),
  ">": (left, right) => Number(left > right),
  "<": (left, right) => Number(left < right),
  ">=": (left, right) => Number(left >= right),
  "<=": (left, right) => Number(left <= right),
};

/** Default number of digits of a fraction; C prints 6 for a negative precision. */
const FRACTION_DIGITS = 2;
const C_DIGITS = 6;
const MOST_DIGITS = 1000;

export interface Arithmetic {
  readonly calculate: (left: number, right: number) => number;
  readonly fractions: boolean;
  readonly digits: number;
}

/** Returns a sentence if an argument is invalid. */
export function parseArithmetic([name = "", flags = "", precision]: readonly string[]): Arithmetic | string {
  if (!Object.hasOwn(OPERATORS, name)) return `expression has no valid operator: '${name}'`;
  const fractions = flags.includes("f");
  const standard = fractions ? FRACTION_DIGITS : 0;
  const digits = precision === undefined ? standard : parseInteger(precision, INT_MIN, INT_MAX);
  if (digits === undefined) return `expression precision invalid: ${precision}`;
  return {
    calculate: OPERATORS[name]!,
    fractions,
    digits: digits < 0 ? C_DIGITS : Math.min(digits, MOST_DIGITS),
  };
}

/**
 * The value of an operand, truncated to an integer unless fractions are requested; undefined if it is not a number.
 */
export function operand({ fractions }: Arithmetic, text: string): number | undefined {
  const value = parseDouble(text);
  return value === undefined || fractions ? value : toLong(value);
}

export function calculate({ calculate, fractions, digits }: Arithmetic, left: number, right: number): string {
  const result = calculate(left, right);
  return formatFixed(fractions ? result : toLong(result), digits);
}

const DECIMAL = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const HEXADECIMAL = /^\s*([+-]?)0x([0-9a-f]+)$/i;
const WORDS = /^\s*([+-]?)(inf|infinity|nan)$/i;

/** Parses a complete text as strtod does; the empty text is 0. */
function parseDouble(text: string): number | undefined {
  if (text === "") return 0;
  if (DECIMAL.test(text)) return Number(text);
  const hexadecimal = HEXADECIMAL.exec(text);
  if (hexadecimal) return Number(`0x${hexadecimal[2]}`) * (hexadecimal[1] === "-" ? -1 : 1);
  const word = WORDS.exec(text);
  if (!word) return undefined;
  if (word[2]!.toLowerCase() === "nan") return Number.NaN;
  return word[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const LONG_MIN = -(2 ** 63);

/**
 * A C cast to 64 bits: a value out of range becomes the smallest number, as on the machines that tmux mostly runs on.
 */
function toLong(value: number): number {
  if (!(value > LONG_MIN && value < -LONG_MIN)) return LONG_MIN;
  return Math.trunc(value) + 0;
}

/** `%.*f`: exact, with ties to the even digit. */
export function formatFixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return "nan";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (!Number.isFinite(value)) return `${sign}inf`;
  const { mantissa, exponent } = exactParts(Math.abs(value));
  const scaled = mantissa * 10n ** BigInt(digits);
  const text = (
    exponent >= 0 ? scaled << BigInt(exponent) : roundedShift(scaled, BigInt(-exponent))
  ).toString();
  if (digits === 0) return sign + text;
  const filled = text.padStart(digits + 1, "0");
  return `${sign}${filled.slice(0, -digits)}.${filled.slice(-digits)}`;
}

/** value = mantissa × 2^exponent. */
function exactParts(value: number): { mantissa: bigint; exponent: number } {
  let mantissa = value;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  return { mantissa: BigInt(mantissa), exponent };
}

function roundedShift(value: bigint, bits: bigint): bigint {
  const quotient = value >> bits;
  const remainder = value - (quotient << bits);
  const half = 1n << (bits - 1n);
  const up = remainder > half || (remainder === half && (quotient & 1n) === 1n);
  return up ? quotient + 1n : quotient;
}
