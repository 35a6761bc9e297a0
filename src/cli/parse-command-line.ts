import { UsageError } from "./exit-status.ts";
import { nearest } from "./nearest.ts";
import type { OptionSpec, OptionTable, Verb } from "./verb.ts";

export interface CommandLine {
  readonly options: Readonly<Record<string, boolean | string | readonly string[] | undefined>>;
  readonly operands: readonly string[];
  /** `--help` or `-h` was given: nothing else is validated. */
  readonly help: boolean;
}

/** Options and operands may be mixed; after `--` everything is an operand. */
export function parseCommandLine(verb: Verb, argv: readonly string[]): CommandLine {
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  const rest = [...argv];
  while (rest.length > 0) {
    const word = rest.shift()!;
    if (word === "--") {
      operands.push(...rest.splice(0));
    } else if (word === "-" || !word.startsWith("-")) {
      operands.push(word);
      if (verb.stopsAtOperand) operands.push(...rest.splice(0));
    } else if (word === "--help" || word === "-h") {
      return { options: {}, operands: [], help: true };
    } else {
      takeOption(verb, word, rest, given);
    }
  }
  checkCount(verb, operands);
  return { options: optionValues(verb.options, given), operands, help: false };
}

function takeOption(verb: Verb, word: string, rest: string[], given: Map<string, string[]>): void {
  const [name, spec, attached] = findOption(verb, word);
  const values = given.get(name) ?? [];
  if (values.length > 0 && !spec.repeat) throw new UsageError(`--${name} is given twice`);
  if (spec.value === undefined) {
    if (attached !== undefined) throw new UsageError(`--${name} takes no value`);
    given.set(name, [""]);
    return;
  }
  const value = attached ?? rest.shift();
  if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${spec.value}`);
  given.set(name, [...values, value]);
}

/** The option that a word names, and the value attached to it (`--name=N`, `-nN`). */
function findOption(
  verb: Verb,
  word: string,
): [name: string, spec: OptionSpec, attached: string | undefined] {
  if (word.startsWith("--")) {
    const [name = "", ...values] = word.slice(2).split("=");
    const spec = Object.hasOwn(verb.options, name) ? verb.options[name] : undefined;
    if (spec === undefined) throw unknownOption(verb, word);
    return [name, spec, values.length > 0 ? values.join("=") : undefined];
  }
  const found = Object.entries(verb.options).find(([, { short }]) => short === word[1]);
  if (found === undefined || (found[1].value === undefined && word.length > 2))
    throw unknownOption(verb, word);
  return [...found, word.length > 2 ? word.slice(2) : undefined];
}

function unknownOption(verb: Verb, word: string): UsageError {
  const names = [...Object.keys(verb.options).map((name) => `--${name}`), "--help"];
  const near = word.startsWith("--") ? nearest(word.split("=")[0]!, names) : undefined;
  const help = verb.called === undefined ? "" : ": mullion help lists the verbs";
  const hint = near === undefined ? help : `: did you mean ${near}?`;
  return new UsageError(`${calledIn(verb)} has no option ${word}${hint}`);
}

/** Errors do not name the default verb to people who typed none. */
function calledIn({ name, called }: Verb): string {
  return called ?? name;
}

function checkCount(verb: Verb, operands: readonly string[]): void {
  const { operands: usage, count } = verb;
  const [min, max] = count;
  const name = calledIn(verb);
  if (operands.length < min) throw new UsageError(`${name} needs ${usage}`);
  if (operands.length <= max) return;
  const takes = max === 0 ? "nothing" : usage;
  throw new UsageError(`${name} takes ${takes}, and ${operands[max] || '""'} is one too many`);
}

function optionValues(table: OptionTable, given: ReadonlyMap<string, string[]>): CommandLine["options"] {
  const value = ([name, spec]: [string, OptionSpec]) => {
    const values = given.get(name);
    if (spec.repeat) return values ?? [];
    return spec.value === undefined ? values !== undefined : values?.[0];
  };
  return Object.fromEntries(Object.entries(table).map((entry) => [entry[0], value(entry)]));
}

/** Options as words that parse to the same values. */
export function wordsOf(options: CommandLine["options"]): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    return [value].flat().map((each) => `--${name}=${each}`);
  });
}
