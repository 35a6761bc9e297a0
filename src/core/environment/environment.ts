import { MuxError } from "../errors.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import { fnmatch } from "../text/fnmatch.ts";

/**
 * An environment as tmux keeps it, global or of a session: a name may hold a value, or be marked as removed (`-r`), and
 * may be hidden (`-h`: usable in formats and configuration, not given to processes).
 */
export interface EnvironmentEntry {
  readonly name: string;
  /** Undefined: the name is removed from the environment of new processes. */
  readonly value: string | undefined;
  readonly hidden: boolean;
}

/** Name, value (null where removed), and 1 where hidden. */
export type EnvironmentRecord = readonly (readonly [name: string, value: string | null, hidden: 0 | 1])[];

export class Environment {
  readonly #entries = new Map<string, EnvironmentEntry>();
  readonly #onChange: (name: string) => void;
  /** By name, as long as nothing changes: every new process asks. */
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

  /** Forget the name: a session inherits the global value again. */
  unset(name: string): void {
    checkName(name);
    if (this.#entries.delete(name)) this.#changed(name);
  }

  /** Mark the name as not to be given to new processes, whatever the global environment says. */
  remove(name: string): void {
    checkName(name);
    this.#put({ name, value: undefined, hidden: this.#entries.get(name)?.hidden ?? false });
  }

  /**
   * Take over what `update-environment` names from a client that creates or attaches. A pattern takes the first name it
   * matches; one that matches nothing marks itself as removed, as tmux does.
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
