import type { Invocation } from "../wire/invocation.ts";
import type { CliContext } from "./context.ts";
import type { CliTerminal } from "./terminal.ts";

/**
 * A verb is a declaration and one function. The declaration is all there is: parsing, `--help`, `mullion help`, shell
 * completion, man pages and the reference are made from it.
 *
 * Hot verbs run inside the daemon, because a call must cost a millisecond. Cold verbs run as a process of their own,
 * because they must work when no daemon does.
 */
export interface OptionSpec {
  /** One letter, without the dash. */
  readonly short?: string;
  /** Placeholder of its value in the help text; without it the option is a switch. */
  readonly value?: string;
  /** May be given more than once. */
  readonly repeat?: true;
  readonly summary: string;
  /** What a shell offers for its value. */
  readonly completes?: Completion;
}

/** Words to choose from, or a kind of thing that a shell can find by itself or by asking the daemon. */
export type Completion = readonly string[] | "target" | "server" | "verb" | "file" | "directory";

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** The values of a table's options: a switch is a boolean, a repeated option a list. */
export type OptionValues<T extends OptionTable> = {
  readonly [K in keyof T]: T[K] extends { repeat: true }
    ? readonly string[]
    : T[K] extends { value: string }
      ? string | undefined
      : boolean;
};

interface Declaration<T extends OptionTable> {
  readonly name: string;
  /** How sentences call it, where people type something else than its name. */
  readonly called?: string;
  readonly summary: string;
  /** What stands after the options. */
  readonly operands: string;
  /** Fewest and most operands. */
  readonly count: readonly [min: number, max: number];
  readonly options: T;
  /** Paragraphs of help below the options. */
  readonly notes?: readonly string[];
  /** When it ends with a status other than 0, beside wrong usage. */
  readonly exits?: Readonly<Partial<Record<1 | 2 | 3, string>>>;
  /** What a shell offers for the operands. */
  readonly completes?: Completion;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** What follows the first operand belongs to somebody else: `run`. */
  readonly stopsAtOperand?: true;
  /** Left out of the list of verbs. */
  readonly hidden?: true;
}

interface Call<T extends OptionTable> {
  readonly options: OptionValues<T>;
  readonly operands: readonly string[];
  readonly terminal: CliTerminal;
  print(text: string): void;
}

export interface HotCall<T extends OptionTable = OptionTable> extends Call<T> {
  readonly invocation: Invocation;
  readonly context: CliContext;
}

export interface ColdCall<T extends OptionTable = OptionTable> extends Call<T> {
  readonly environment: NodeJS.ProcessEnv;
  printError(text: string): void;
}

type Status = number | undefined;

export interface HotVerb<T extends OptionTable = OptionTable> extends Declaration<T> {
  readonly kind: "hot";
  /** Undefined is 0. */
  run(call: HotCall<T>): Promise<Status> | Status;
}

export interface ColdVerb<T extends OptionTable = OptionTable> extends Declaration<T> {
  readonly kind: "cold";
  run(call: ColdCall<T>): Promise<Status> | Status;
}

export type Verb = HotVerb | ColdVerb;

/** Keeps the types of a verb's own options inside it; outside, a verb is a verb. */
export function defineHotVerb<const T extends OptionTable>(verb: Omit<HotVerb<T>, "kind">): HotVerb {
  return { ...verb, kind: "hot" } as unknown as HotVerb;
}

export function defineColdVerb<const T extends OptionTable>(verb: Omit<ColdVerb<T>, "kind">): ColdVerb {
  return { ...verb, kind: "cold" } as unknown as ColdVerb;
}

/** Every verb that can print for programs has this one. */
export const JSON_OPTION = { summary: "print JSON" } as const;
