import { escapeArgument } from "../../core/text/escape-argument.ts";
import { visible } from "../../core/text/visible.ts";

/**
 * Arguments of one command, parsed by tmux's own rules from its flag string: "ac:l::" is a switch -a, an -c that wants a
 * value and an -l whose value may be missing. Flags stand before the first operand; they may be clustered (`-pt %1`,
 * `-t%1`), be repeated (the last value wins, `all` gives every one), and end at `--`.
 *
 * The type of the result follows from the flag string: a switch is a boolean, a flag with a value a string or undefined.
 */
export type FlagValues<Flags extends string> = Flags extends `${infer Flag}${infer Rest}`
  ? Rest extends `::${infer Tail}`
    ? { readonly [F in Flag]: string | true | undefined } & FlagValues<Tail>
    : Rest extends `:${infer Tail}`
      ? { readonly [F in Flag]: string | undefined } & FlagValues<Tail>
      : { readonly [F in Flag]: boolean } & FlagValues<Rest>
  : unknown;

/** A `{ … }` block that was given where a string might stand. */
export interface CommandBlock {
  readonly commands: readonly { readonly group: number }[];
  /** The block as text, without its braces. */
  print(options?: PrintOptions): string;
}

export interface PrintOptions {
  /**
   * So that it is read back as it was meant, for which tmux's print is not enough: a line for each group, quotes around
   * a semicolon that is a word of its own, and before operands that look like flags `--` as tmux never prints it, `-\-`.
   */
  readonly exact?: boolean | undefined;
}

export type ArgumentValue = string | CommandBlock;
export type OperandKind = "string" | "commands-or-string";

export interface ArgumentSpec<Flags extends string = string> {
  readonly flags: Flags;
  /** Fewest and most operands. */
  readonly min?: number;
  readonly max?: number;
  /** What an operand may be; strings where it is not given. */
  readonly operand?: (index: number, has: (flag: string) => boolean) => OperandKind;
}

export interface Operands {
  /** Operands as text; a block gives the text that it prints as. */
  readonly operands: readonly string[];
  readonly values: readonly ArgumentValue[];
  /** Every value of a flag that may be repeated, in order. */
  all(flag: string): readonly string[];
  has(flag: string): boolean;
  /** How often a flag was given. */
  count(flag: string): number;
  /** Flags that were given, in ASCII order, with the value that counts. */
  given(): readonly (readonly [flag: string, values: readonly string[]])[];
  /** As tmux prints a parsed command: switches first, then flags with values, then operands. */
  print(options?: PrintOptions): string;
}

export type Arguments<Flags extends string = string> = FlagValues<Flags> & Operands;

/** Thrown for what tmux refuses; an empty message asks for the usage line. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

export function parseArguments<Flags extends string>(
  spec: ArgumentSpec<Flags>,
  words: readonly ArgumentValue[],
): Arguments<Flags> {
  const flags = new FlagSet(spec.flags);
  const rest = flags.take(words);
  const values = rest.map((value, index) => checkOperand(spec, flags, { value, index }));
  const { min = 0, max } = spec;
  if (values.length < min) throw new ArgumentError(`too few arguments (need at least ${min})`);
  if (max !== undefined && values.length > max) {
    throw new ArgumentError(`too many arguments (need at most ${max})`);
  }
  return flags.result(values) as Arguments<Flags>;
}

function checkOperand(
  spec: ArgumentSpec,
  flags: FlagSet,
  { value, index }: { value: ArgumentValue; index: number },
) {
  const kind = spec.operand?.(index, (flag) => flags.has(flag)) ?? "string";
  if (kind === "string" && typeof value !== "string") {
    throw new ArgumentError(`argument ${index + 1} must be "string"`);
  }
  return value;
}

class FlagSet {
  readonly #spec: string;
  readonly #counts = new Map<string, number>();
  readonly #values = new Map<string, string[]>();

  constructor(spec: string) {
    this.#spec = spec;
  }

  has(flag: string): boolean {
    return this.#counts.has(flag);
  }

  /** Takes the flags off the front and returns what is left. */
  take(words: readonly ArgumentValue[]): readonly ArgumentValue[] {
    let next = 0;
    while (next < words.length) {
      const word = words[next]!;
      if (typeof word !== "string" || !word.startsWith("-") || word === "-") break;
      next++;
      if (word === "--") break;
      next = this.#cluster(word, words, next);
    }
    return words.slice(next);
  }

  #cluster(word: string, words: readonly ArgumentValue[], next: number): number {
    for (let i = 1; i < word.length; i++) {
      const flag = word[i]!;
      if (flag === "?") throw new ArgumentError("");
      if (!/[0-9A-Za-z]/.test(flag)) throw new ArgumentError(`invalid flag -${flag}`);
      const at = this.#spec.indexOf(flag);
      if (at < 0) throw new ArgumentError(`unknown flag -${flag}`);
      if (this.#spec[at + 1] !== ":") {
        this.#add(flag);
        continue;
      }
      if (i + 1 < word.length) {
        this.#add(flag, word.slice(i + 1));
        return next;
      }
      return this.#separateValue(flag, words, next);
    }
    return next;
  }

  #separateValue(flag: string, words: readonly ArgumentValue[], next: number): number {
    const value = words[next];
    if (value === undefined) {
      if (!this.#spec.includes(`${flag}::`)) throw new ArgumentError(`-${flag} expects an argument`);
      this.#add(flag);
      return next;
    }
    if (typeof value !== "string") throw new ArgumentError(`-${flag} argument must be a string`);
    this.#add(flag, value);
    return next + 1;
  }

  #add(flag: string, value?: string): void {
    this.#counts.set(flag, (this.#counts.get(flag) ?? 0) + 1);
    if (value !== undefined) this.#values.set(flag, [...(this.#values.get(flag) ?? []), value]);
  }

  result(values: readonly ArgumentValue[]): Record<string, unknown> & Operands {
    const result: Record<string, unknown> & Operands = {
      values,
      operands: values.map(operandText),
      all: (flag) => this.#values.get(flag) ?? [],
      has: (flag) => this.has(flag),
      count: (flag: string) => this.#counts.get(flag) ?? 0,
      given: () => [...this.#counts.keys()].sort().map((flag) => [flag, this.#values.get(flag) ?? []]),
      print: (options) => this.#print(values, options),
    };
    for (const [, flag, colons] of this.#spec.matchAll(/(.)(:*)/g)) {
      const given = this.#values.get(flag!)?.at(-1);
      if (colons === "") result[flag!] = this.has(flag!);
      else result[flag!] = colons === "::" && this.has(flag!) ? (given ?? true) : given;
    }
    return result;
  }

  #print(values: readonly ArgumentValue[], options: PrintOptions = {}): string {
    const flags = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    const switches = flags.filter(([flag]) => !this.#values.has(flag));
    const words =
      switches.length > 0 ? [`-${switches.map(([flag, count]) => flag.repeat(count)).join("")}`] : [];
    for (const [flag] of flags) {
      for (const value of this.#values.get(flag) ?? []) words.push(`-${flag}`, printValue(value, options));
    }
    if (options.exact && typeof values[0] === "string" && /^-./su.test(values[0])) words.push("-\\-");
    for (const value of values) words.push(printValue(value, options));
    return words.join(" ");
  }
}

function printValue(value: ArgumentValue, options: PrintOptions): string {
  if (typeof value !== "string") return `{ ${value.print(options)} }`;
  const text = escapeArgument(value);
  if (!options.exact) return text;
  // Nothing is an escape between single quotes.
  const isUnreadable = text.startsWith("'") && text.includes("\\");
  if (value !== ";" && !isUnreadable) return text;
  return `"${visible(value, { doubleQuotes: true }).replace(/^~/, "\\~")}"`;
}

function operandText(value: ArgumentValue): string {
  return typeof value === "string" ? value : value.print();
}
