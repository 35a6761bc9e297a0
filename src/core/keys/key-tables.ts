import { compareBytes } from "../text/compare-bytes.ts";
import { type DefaultBinding, defaultBindings } from "./default-bindings.ts";
import { bindable, type Key } from "./key.ts";
import { formatKey, parseKey } from "./key-name.ts";

export interface Binding {
  readonly key: Key;
  /** The command list as list-keys prints it: parts separated by ` \; `. */
  readonly command: string;
  /** What list-keys -N tells about it. */
  readonly note: string | undefined;
  /** May be pressed again without the prefix within repeat-time. */
  readonly repeat: boolean;
}

/** Only what differs from the defaults: null for a default that was removed. */
export interface KeyTablesRecord {
  readonly [table: string]: { readonly [key: string]: BindingRecord | null };
}

export interface BindingRecord {
  readonly command: string;
  readonly note?: string;
  readonly repeat?: boolean;
}

/**
 * The key tables of a server: `root` for keys as they come, `prefix` for keys after the prefix, those of the copy modes,
 * and any that a user makes by binding into them. A table without bindings is gone, except for those that have defaults.
 */
export class KeyTables {
  readonly #tables = new Map<string, Map<Key, Binding>>();
  readonly #onChange: () => void;

  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange;
    for (const [name, bindings] of defaults) this.#tables.set(name, new Map(bindings));
  }

  static fromRecord(record: KeyTablesRecord, onChange?: () => void): KeyTables {
    const tables = new KeyTables(onChange);
    for (const [name, bindings] of Object.entries(record)) {
      const table = tables.#made(name);
      for (const [text, saved] of Object.entries(bindings)) tables.#restore(table, text, saved);
      if (table.size === 0 && !defaults.has(name)) tables.#tables.delete(name);
    }
    return tables;
  }

  /** By name, bytewise. */
  names(): readonly string[] {
    return [...this.#tables.keys()].sort(compareBytes);
  }

  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** In tmux's order of keys; empty for a table that does not exist. */
  bindings(table: string): readonly Binding[] {
    return [...(this.#tables.get(table)?.values() ?? [])].sort((a, b) => a.key - b.key);
  }

  get(table: string, key: Key): Binding | undefined {
    return this.#tables.get(table)?.get(bindable(key));
  }

  bind(table: string, binding: Binding): void {
    const key = bindable(binding.key);
    this.#made(table).set(key, { ...binding, key });
    this.#onChange();
  }

  /** bind-key -N without a command: only the note of a binding that is there. */
  setNote(table: string, key: Key, note: string | undefined): void {
    const binding = this.get(table, key);
    this.#made(table);
    if (binding) this.bind(table, { ...binding, note });
  }

  unbind(table: string, key: Key): void {
    const bindings = this.#tables.get(table);
    if (!bindings?.delete(bindable(key))) return;
    if (bindings.size === 0 && !defaults.has(table)) this.#tables.delete(table);
    this.#onChange();
  }

  /** unbind-key -a: the whole table goes, defaults and all. */
  unbindAll(table: string): void {
    if (this.#tables.delete(table)) this.#onChange();
  }

  toRecord(): KeyTablesRecord {
    return {};
  }

  #made(name: string): Map<Key, Binding> {
    const table = this.#tables.get(name) ?? new Map<Key, Binding>();
    this.#tables.set(name, table);
    return table;
  }

  #restore(table: Map<Key, Binding>, text: string, saved: BindingRecord | null): void {
    const key = parseKey(text)!;
    if (saved === null) table.delete(key);
    else table.set(key, { key, command: saved.command, note: saved.note, repeat: saved.repeat ?? false });
  }
}

const defaults: ReadonlyMap<string, ReadonlyMap<Key, Binding>> = new Map();
