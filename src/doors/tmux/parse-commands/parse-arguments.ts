import { escapeArgument, visible } from "../../../core/text/visible.ts";
import type { ArgumentSpec, Arguments, ArgumentValue, Operands, PrintOptions } from "./command.ts";

/** Thrown for arguments that tmux rejects; an empty message asks for the usage line. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/**
 * Parses the arguments of one command by tmux's rules from its flag string. Flags precede the first operand; they may be
 * clustered (`-pt %1`, `-t%1`) and repeated (the last value wins, `all` returns every one), and end at `--`.
 */
export function parseArguments<Flags extends string>(
  spec: ArgumentSpec<Flags>,
  words: readonly ArgumentValue[],
): Arguments<Flags> {
  const flags = new FlagSet(spec.flags);
  const values = flags.take(words);
  for (const [index, value] of values.entries()) {
    const kind = spec.operand?.(index, (flag) => flags.has(flag)) ?? "string";
    if (kind === "string" && typeof value !== "string")
      throw new ArgumentError(`argument ${index + 1} must be "string"`);
  }
  const { min = 0, max = 0 } = spec;
  if (values.length < min) throw new ArgumentError(`too few arguments (need at least ${min})`);
  if (values.length > max) throw new ArgumentError(`too many arguments (need at most ${max})`);
  return flags.result(values) as Arguments<Flags>;
}

type DeclaredFlag = readonly [flag: string, colons: string];

const declared = new Map<string, readonly DeclaredFlag[]>();

/** The flags of a flag string. There are as many flag strings as commands, so the map stays small. */
function declaredFlags(spec: string): readonly DeclaredFlag[] {
  const known = declared.get(spec);
  if (known) return known;
  const flags = Array.from(
    spec.matchAll(/(.)(:*)/g),
    ([, flag = "", colons = ""]): DeclaredFlag => [flag, colons],
  );
  declared.set(spec, flags);
  return flags;
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

  /** Parses the leading flags and returns the remaining words. */
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
      operands: values.map((value) => (typeof value === "string" ? value : value.print())),
      all: (flag) => this.#values.get(flag) ?? [],
      has: (flag) => this.has(flag),
      count: (flag: string) => this.#counts.get(flag) ?? 0,
      given: () => [...this.#counts.keys()].sort().map((flag) => [flag, this.#values.get(flag) ?? []]),
      print: (options) => this.#print(values, options),
    };
    for (const [flag, colons] of declaredFlags(this.#spec)) {
      const given = this.#values.get(flag)?.at(-1);
      if (colons === "") result[flag] = this.has(flag);
      else result[flag] = colons === "::" && this.has(flag) ? (given ?? true) : given;
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
  // Single quotes allow no escapes, so such a text cannot be read back.
  const isUnreadable = text.startsWith("'") && text.includes("\\");
  if (value !== ";" && !isUnreadable) return text;
  return `"${visible(value, { doubleQuotes: true }).replace(/^~/, "\\~")}"`;
}
