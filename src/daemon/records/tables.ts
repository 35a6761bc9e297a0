import {
  type KindName,
  kindNames,
  kinds,
  parseKey,
  type RecordTypes,
  recordKey,
  type StoreChange,
} from "./kinds.ts";
import type { RecordEntry } from "./record-lines.ts";

/** A record that the daemon cannot use. */
export interface Misfit {
  readonly kind: KindName;
  readonly key: string;
  readonly value: unknown;
  /** Such as "its .start.argv is not a list". */
  readonly reason: string;
}

/** Key of the entry that says which version of each kind a log holds. A log of an earlier install has none. */
const VERSIONS = "versions";

/**
 * All records in memory, by kind and key. Every record has the shape of its kind: `read` checks those of a log, and
 * `change` gives the others their type.
 */
export class Tables {
  readonly #tables = new Map<KindName, Map<string, unknown>>(kindNames.map((kind) => [kind, new Map()]));
  /** Records of kinds that only another version of Mullion knows. They are kept for it. */
  readonly #foreign = new Map<string, unknown>();

  /** Adds the records of a log, and returns those that do not fit. */
  read(log: ReadonlyMap<string, unknown>): Misfit[] {
    const versions = new Map(Object.entries(log.get(VERSIONS) ?? {}));
    const misfits: Misfit[] = [];
    for (const [key, value] of log) {
      const { kind, name = "" } = parseKey(key) ?? {};
      if (kind) {
        const reason =
          versions.get(kind) > kinds[kind].version
            ? `it is of version ${versions.get(kind)}, which a newer Mullion wrote`
            : this.#add(kind, name, key, value);
        if (reason !== undefined) misfits.push({ kind, key, value, reason });
      } else if (key !== VERSIONS) this.#foreign.set(key, value);
    }
    return misfits;
  }

  get<K extends KindName>(kind: K, name: string, server = ""): RecordTypes[K] | undefined {
    return this.#table(kind).get(recordKey(kind, name, server));
  }

  /** The records of a kind, by name; of a kind that belongs to servers, those of one server. */
  *under<K extends KindName>(
    kind: K,
    server = "",
  ): Generator<readonly [name: string, record: RecordTypes[K]]> {
    const prefix = recordKey(kind, "", server);
    for (const [key, record] of this.#table(kind))
      if (key.startsWith(prefix)) yield [key.slice(prefix.length), record];
  }

  apply({ kind, key, value }: StoreChange): void {
    if (value === undefined) this.#table(kind).delete(key);
    else this.#tables.get(kind)?.set(key, value);
  }

  /** Everything, as it is written to a log. */
  *entries(): Generator<RecordEntry> {
    yield [VERSIONS, Object.fromEntries(kindNames.map((kind) => [kind, kinds[kind].version]))];
    yield* this.#foreign;
    for (const kind of kindNames) yield* this.#table(kind);
  }

  /** Returns why the record cannot be used; undefined if it can. */
  #add(kind: KindName, name: string, key: string, value: unknown): string | undefined {
    const { shape, names } = kinds[kind];
    const fault = names?.fault(name);
    if (fault !== undefined) return `its name${fault}`;
    const misfit = shape.fault(value);
    if (misfit !== undefined) return `its value${misfit}`;
    this.#tables.get(kind)?.set(key, value);
    return undefined;
  }

  #table<K extends KindName>(kind: K): Map<string, RecordTypes[K]> {
    return this.#tables.get(kind) as Map<string, RecordTypes[K]>;
  }
}
