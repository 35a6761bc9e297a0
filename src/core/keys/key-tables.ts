import { widthOf } from "../screen/width.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import { copyModeBindings, copyModeViBindings } from "./copy-mode-bindings.ts";
import type { DefaultBinding } from "./default-binding.ts";
import { BASE_MASK, bindable, CHARACTER_START, isCharacter, type Key, MODIFIERS } from "./key.ts";
import { formatKey, parseKey } from "./key-name.ts";
import { prefixBindings } from "./prefix-bindings.ts";
import { rootBindings } from "./root-bindings.ts";

/** What tmux 3.3a binds before any configuration, by table. */
const defaultBindings: ReadonlyMap<string, readonly DefaultBinding[]> = new Map([
  ["copy-mode", copyModeBindings],
  ["copy-mode-vi", copyModeViBindings],
  ["prefix", prefixBindings],
  ["root", rootBindings],
]);

export interface Binding {
  readonly key: Key;
  /** The commands as text that parses back to the same commands; `listedCommands` returns the form of list-keys. */
  readonly command: string;
  /** The note that list-keys -N shows. */
  readonly note: string | undefined;
  /** The key may be pressed again without the prefix within repeat-time. */
  readonly repeat: boolean;
}

type BindingRecord = Omit<DefaultBinding, "key">;

/** Only the differences from the defaults. Null for a removed table or binding of the defaults. */
export interface KeyTablesRecord {
  readonly [table: string]: { readonly [key: string]: BindingRecord | null } | null;
}

type Table = Map<Key, Binding>;

/** The commands of a binding as list-keys prints them, which omits some of the quoting between words. */
export function listedCommands(command: string): string {
  return command
    .replaceAll("\n", " ;; ")
    .replaceAll(" -\\- ", " ")
    .replace(/ ";"(?= |$)/g, " \\;");
}

/** The same for output that no shell reads. */
export function printedCommands(command: string): string {
  return listedCommands(command.replaceAll(" \\;\\; ", " ;; ").replaceAll(" \\; ", " ; "));
}

/** The commands of a binding as written in a file, without escapes for a shell: one line per group. */
export function writtenCommands(command: string): string {
  return command.replaceAll(" \\;\\; ", "\n").replaceAll(" \\; ", " ; ");
}

const defaultTables: ReadonlyMap<string, ReadonlyMap<Key, Binding>> = new Map(
  [...defaultBindings].map(([name, rows]) => [name, new Map(rows.map((row) => restored(row.key, row)))]),
);

/**
 * The key tables of a server: `root` for keys as typed, `prefix` for keys after the prefix, those of the copy modes,
 * and any table that a user creates by binding into it. A table without bindings is removed, unless it has defaults.
 */
export class KeyTables {
  readonly #tables: Map<string, Table>;
  readonly #onChange: () => void;
  /** Tables removed as a whole lose their defaults: created again, they are ordinary tables. */
  readonly #withoutDefaults = new Set<string>();
  #revision = 0;

  constructor(onChange: () => void = () => {}) {
    this.#onChange = () => {
      this.#revision += 1;
      onChange();
    };
    this.#tables = new Map([...defaultTables].map(([name, bindings]) => [name, new Map(bindings)]));
  }

  static fromRecord(record: KeyTablesRecord, onChange?: () => void): KeyTables {
    const tables = new KeyTables(onChange);
    for (const [name, bindings] of Object.entries(record)) {
      if (bindings === null) {
        tables.#drop(name);
        continue;
      }
      const table = tables.#made(name);
      for (const [text, saved] of Object.entries(bindings)) {
        if (saved) table.set(...restored(text, saved));
        else table.delete(parseKey(text)!);
      }
    }
    return tables;
  }

  /** Changes whenever a key is bound or unbound. */
  get revision(): number {
    return this.#revision;
  }

  toRecord(): KeyTablesRecord {
    const names = new Set([...defaultTables.keys(), ...this.#tables.keys()]);
    return Object.fromEntries(
      [...names].flatMap((name) => {
        const table = this.#tables.get(name);
        const changes = table ? changesOf(table, defaultTables.get(name)) : null;
        return changes && Object.keys(changes).length === 0 ? [] : [[name, changes]];
      }),
    );
  }

  /** Table names, in byte order. */
  names(): readonly string[] {
    return [...this.#tables.keys()].sort(compareBytes);
  }

  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** Bindings in tmux's order of keys; empty for a table that does not exist. */
  bindings(table: string): readonly Binding[] {
    return [...(this.#tables.get(table)?.values() ?? [])].sort((a, b) => compareKeys(a.key, b.key));
  }

  get(table: string, key: Key): Binding | undefined {
    return this.#tables.get(table)?.get(bindable(key));
  }

  bind(table: string, binding: Binding): void {
    const key = bindable(binding.key);
    this.#made(table).set(key, { ...binding, key });
    this.#onChange();
  }

  /** bind-key -N without a command: changes only the note of an existing binding. */
  setNote(table: string, key: Key, note: string | undefined): void {
    const binding = this.get(table, key);
    if (binding) this.bind(table, { ...binding, note });
  }

  /** The default binding of a key. */
  standard(table: string, key: Key): Binding | undefined {
    return this.#withoutDefaults.has(table) ? undefined : defaultTables.get(table)?.get(bindable(key));
  }

  /** Restores the default binding of a key, or removes the binding if it has no default. */
  reset(table: string, key: Key): void {
    const standard = this.standard(table, key);
    if (!standard) this.unbind(table, key);
    else if (this.get(table, key)) this.bind(table, standard);
  }

  unbind(table: string, key: Key): void {
    const bindings = this.#tables.get(table);
    if (!bindings?.delete(bindable(key))) return;
    const hasDefaults = defaultTables.has(table) && !this.#withoutDefaults.has(table);
    if (bindings.size === 0 && !hasDefaults) this.#tables.delete(table);
    this.#onChange();
  }

  /** unbind-key -a: removes the whole table. */
  unbindAll(table: string): void {
    if (!this.#tables.has(table)) return;
    this.#drop(table);
    this.#onChange();
  }

  #drop(table: string): void {
    this.#tables.delete(table);
    this.#withoutDefaults.add(table);
  }

  #made(name: string): Table {
    const table = this.#tables.get(name) ?? new Map<Key, Binding>();
    this.#tables.set(name, table);
    return table;
  }
}

function restored(text: string, { command, note, repeat = false }: BindingRecord): [Key, Binding] {
  const key = bindable(parseKey(text)!);
  return [key, { key, command, note, repeat }];
}

function changesOf(table: ReadonlyMap<Key, Binding>, standard: ReadonlyMap<Key, Binding> = new Map()) {
  const changes: Record<string, BindingRecord | null> = {};
  for (const key of standard.keys()) if (!table.has(key)) changes[formatKey(key)] = null;
  for (const [key, binding] of table) {
    if (!sameBinding(binding, standard.get(key))) changes[formatKey(key)] = recordOf(binding);
  }
  return changes;
}

function sameBinding(a: Binding, b: Binding | undefined): boolean {
  return b !== undefined && a.command === b.command && a.note === b.note && a.repeat === b.repeat;
}

function recordOf({ command, note, repeat }: Binding): BindingRecord {
  return { command, ...(note === undefined ? {} : { note }), ...(repeat ? { repeat } : {}) };
}

/** The order of list-keys: by modifiers, then by key; characters beyond ASCII come last, in an order of their own. */
function compareKeys(a: Key, b: Key): number {
  const modifiers = (a & MODIFIERS) - (b & MODIFIERS);
  if (modifiers !== 0) return modifiers;
  if (isCharacter(a) && isCharacter(b)) return characterRank(a) - characterRank(b);
  return (a & BASE_MASK) - (b & BASE_MASK);
}

/** tmux packs a character into a number: width, length, then its bytes from the last to the first. */
function characterRank(key: Key): number {
  const code = (key & BASE_MASK) - CHARACTER_START;
  const bytes = encodeUtf8(String.fromCodePoint(code));
  const packed = bytes.length > 3 ? code : bytes.reduceRight((sum, byte) => sum * 0x100 + byte, 0);
  return (widthOf(code) + 1) * 2 ** 29 + bytes.length * 2 ** 24 + packed;
}
