import { MuxError } from "../errors.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import { fnmatch } from "../text/fnmatch.ts";

/**
 * An environment as tmux keeps it, global or per session: a name has a value, or is marked as removed (`-r`), and may
 * be hidden (`-h`: available to formats and configuration, but not passed to processes).
 */
export interface EnvironmentEntry {
  readonly name: string;
  /** Undefined: the name is removed from the environment of new processes. */
  readonly value: string | undefined;
  readonly hidden: boolean;
}

/** Name, value (null if removed), and 1 if hidden. */
export type EnvironmentRecord = readonly (readonly [name: string, value: string | null, hidden: 0 | 1])[];

export class Environment {
  readonly #entries = new Map<string, EnvironmentEntry>();
  readonly #onChange: (name: string) => void;
  /** Cache of the entries by name, valid until the next change: every new process reads it. */
  #sorted: readonly EnvironmentEntry[] | undefined;

  constructor(onChange: (name: string) => void = () => {}) {
    this.#onChange = onChange;
  }

  static fromMap(values: ReadonlyMap<string, string>, onChange?: (name: string) => void): Environment {
    const environment = new Environment(onChange);
    for (const [name, value] of values) environment.#entries.set(name, { name, value, hidden: false });
    return environment;
  }

  static fromRecord(record: EnvironmentRecord, onChange?: (name: string) => void): Environment {
    const environment = new Environment(onChange);
    for (const [name, value, hidden] of record) {
      environment.#entries.set(name, { name, value: value ?? undefined, hidden: hidden === 1 });
    }
    return environment;
  }

  toRecord(): EnvironmentRecord {
    return this.entries().map(({ name, value, hidden }) => [name, value ?? null, hidden ? 1 : 0]);
  }

  /** In the order tmux prints them: by name, bytewise. */
  entries(): readonly EnvironmentEntry[] {
    this.#sorted ??= [...this.#entries.values()].sort((a, b) => compareBytes(a.name, b.name));
    return this.#sorted;
  }

  get(name: string): EnvironmentEntry | undefined {
    return this.#entries.get(name);
  }

  set(name: string, value: string, options: { readonly hidden?: boolean } = {}): void {
    checkName(name);
    this.#put({ name, value, hidden: options.hidden ?? false });
  }

  /** Deletes the name, so that a session inherits the global value again. */
  unset(name: string): void {
    checkName(name);
    if (this.#entries.delete(name)) this.#changed(name);
  }

  /** Marks the name as not passed to new processes, whatever the global environment contains. */
  remove(name: string): void {
    checkName(name);
    this.#put({ name, value: undefined, hidden: this.#entries.get(name)?.hidden ?? false });
  }

  /**
   * Copies the variables that `update-environment` names from a client that creates a session or attaches. A pattern
   * copies the first name that matches; a pattern without a match marks its own name as removed, as tmux does.
   */
  updateFrom(source: Environment, patterns: readonly string[]): void {
    const names = source.entries();
    for (const pattern of patterns) {
      const found = names.find((entry) => fnmatch(pattern, entry.name));
      if (found?.value === undefined) {
        this.#put({ name: pattern, value: undefined, hidden: this.#entries.get(pattern)?.hidden ?? false });
      } else this.#put({ name: found.name, value: found.value, hidden: false });
    }
  }

  #put(entry: EnvironmentEntry): void {
    this.#entries.set(entry.name, entry);
    this.#changed(entry.name);
  }

  #changed(name: string): void {
    this.#sorted = undefined;
    this.#onChange(name);
  }
}

function checkName(name: string): void {
  if (name === "") throw new MuxError("bad-name", "empty variable name");
  if (name.includes("=")) throw new MuxError("bad-name", "variable name contains =");
}

interface ShowEnvironmentOptions {
  /** One variable instead of all. */
  readonly name?: string;
  /** -h: the hidden ones, and only those. */
  readonly hidden?: boolean;
  /** -s: as commands of a Bourne shell. */
  readonly shell?: boolean;
}

/** The lines of show-environment. */
export function showEnvironment(environment: Environment, options: ShowEnvironmentOptions = {}): string[] {
  return selected(environment, options.name)
    .filter((entry) => entry.hidden === (options.hidden ?? false))
    .map(options.shell ? shellLine : plainLine);
}

function selected(environment: Environment, name: string | undefined): readonly EnvironmentEntry[] {
  if (name === undefined) return environment.entries();
  const entry = environment.get(name);
  if (!entry) throw new MuxError("no-such-option", `unknown variable: ${name}`);
  return [entry];
}

function plainLine({ name, value }: EnvironmentEntry): string {
  return value === undefined ? `-${name}` : `${name}=${value}`;
}

function shellLine({ name, value }: EnvironmentEntry): string {
  if (value === undefined) return `unset ${name};`;
  return `${name}="${value.replace(/[$`"\\]/g, "\\$&")}"; export ${name};`;
}
