import type { Invocation } from "../wire/invocation.ts";
import type { CliContext } from "./context.ts";
import type { CliTerminal } from "./terminal.ts";

/**
 * A verb is a declaration and one function. The declaration is the only source: parsing, `--help`, `mullion help`,
 * shell completion, man pages and the reference are generated from it.
 *
 * Hot verbs run inside the daemon, because a call must take only a millisecond. Cold verbs run as a process of their
 * own, because they must work without a daemon.
 */
export interface OptionSpec {
  /** One letter, without the dash. */
  readonly short?: string;
  /** Placeholder of the value in the help text; an option without it is a switch. */
  readonly value?: string;
  /** May be given more than once. */
  readonly repeat?: true;
  readonly summary: string;
  /** What shell completion offers for the value. */
  readonly completes?: OfferedWords;
}

/** Words to choose from, or a kind of thing that a shell finds by itself or by asking the daemon. */
export type OfferedWords = readonly string[] | "target" | "server" | "verb" | "file" | "directory";

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** The values of a table's options: a switch is a boolean, a repeated option a list. */
export type OptionValues<T extends OptionTable> = {
  readonly [K in keyof T]: T[K] extends { repeat: true }
    ? readonly string[]
    : T[K] extends { value: string }
      ? string | undefined
      : boolean;
};

/** Parts of a declaration that a verb without operands or options leaves out. */
const NOTHING = { operands: "", count: [0, 0], options: {}, examples: [] } as const;
type Declared<V> = Omit<V, "kind" | keyof typeof NOTHING> & Partial<Pick<V, keyof typeof NOTHING & keyof V>>;

interface Declaration<T extends OptionTable> {
  readonly name: string;
  /** Name in error sentences, if people type something else than the verb's name. */
  readonly called?: string;
  readonly summary: string;
  /** Synopsis of the operands, after the options. */
  readonly operands: string;
  /** Minimum and maximum number of operands. */
  readonly count: readonly [min: number, max: number];
  readonly options: T;
  /** Paragraphs of help below the options. */
  readonly notes?: readonly string[];
  /** When the verb ends with a status other than 0, apart from wrong usage. */
  readonly exits?: Readonly<Partial<Record<1 | 2 | 3 | 4, string>>>;
  /** What shell completion offers for the operands. */
  readonly completes?: OfferedWords;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Words after the first operand belong to another program's command line, as in `run`. */
  readonly stopsAtOperand?: true;
  /** The exit status is 0 even if the call is wrong: the caller is a hook, which must not disturb its agent. */
  readonly neverFails?: true;
  /** Omitted from the list of verbs. */
  readonly hidden?: true;
  /** How a call can be about another host; absent: it cannot. */
  readonly host?: HostUse;
}

/** Such a call runs on that host, with the host's name taken out of it (`route-call.ts`). */
interface HostUse {
  /** Operands that may be targets on a host, such as HOST/%3. */
  readonly targets?: "first" | "all";
  /** The first operand may also be a file: a word with a dot or a further slash is one. */
  readonly files?: true;
  /** `--all-hosts` finds the target on whichever machine has it (`hosts/find-host.ts`). */
  readonly finds?: true;
  /** The option that names a host. A verb with targets has --host. */
  readonly option?: "host" | "on";
  /** What of the caller's input the verb reads. */
  readonly reads?: "stdin" | "terminal";
  /** An option that would write a file there. */
  readonly writes?: string;
  /**
   * Where a printed line has ids of panes, as empty matches before them; undefined: nowhere. The caller's machine puts the
   * host's name there (`far-panes.ts`), and with --json into the members `pane`, `panes` and `killed`. Absent: they stay.
   */
  readonly names?: (operands: readonly string[]) => RegExp | undefined;
}

interface VerbCall<T extends OptionTable> {
  readonly options: OptionValues<T>;
  readonly operands: readonly string[];
  readonly terminal: CliTerminal;
  print(text: string): void;
}

export interface HotCall<T extends OptionTable = OptionTable> extends VerbCall<T> {
  readonly invocation: Invocation;
  readonly context: CliContext;
  /** Aborted when the client disconnects before it was answered. */
  readonly gone: AbortSignal;
}

export interface ColdCall<T extends OptionTable = OptionTable> extends VerbCall<T> {
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
  /** Runs inside the daemon in its place if the verb stands alone. */
  readonly alone?: HotVerb;
  run(call: ColdCall<T>): Promise<Status> | Status;
}

export type Verb = HotVerb | ColdVerb;

/** Keeps the types of a verb's own options inside the verb, so that all verbs have one type outside. */
export function defineHotVerb<const T extends OptionTable>(verb: Declared<HotVerb<T>>): HotVerb {
  return { ...NOTHING, ...verb, options: { ...verb.options, ...hostOptions(verb.host) }, kind: "hot" };
}

function hostOptions(use: HostUse | undefined): OptionTable {
  return {
    ...(use?.targets && {
      host: { value: "HOST", summary: "on this host, as HOST/TARGET is: see mullion host" },
    }),
    ...(use?.finds && { "all-hosts": { summary: "on this machine or any host, whichever has it" } }),
  };
}

export function defineColdVerb<const T extends OptionTable>(verb: Declared<ColdVerb<T>>): ColdVerb {
  return { ...NOTHING, ...verb, kind: "cold" };
}

/** The options of verbs that show all panes of a machine. */
export const HOST_OPTION = { value: "HOST", summary: "those of this host: see mullion host" } as const;
export const ALL_HOSTS_OPTION = { summary: "also those of every host" } as const;

/** The option of every verb that can print JSON for programs. */
export const JSON_OPTION = { summary: "print JSON" } as const;
