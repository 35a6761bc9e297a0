import { MuxError } from "../errors.ts";
import { textWidth } from "../format/width.ts";
import { escapeArgument } from "../text/visible.ts";
import { BASE_MASK, type Key } from "./key.ts";
import { formatKey } from "./key-name.ts";
import { type Binding, type KeyTables, listedCommands } from "./key-tables.ts";
import { isMouseKey } from "./special-keys.ts";

export interface ListKeys {
  /** -T: one table instead of all. */
  readonly table?: string | undefined;
  /** One key instead of all. */
  readonly key?: Key | undefined;
}

/** The lines of list-keys, in columns as wide as their content: commands that create the same bindings again. */
export function listKeys(tables: KeyTables, list: ListKeys = {}): string[] {
  requireTable(tables, list.table);
  const names = list.table === undefined ? tables.names() : [list.table];
  const rows = names.flatMap((table) =>
    select(tables, table, list.key).map((binding) => ({
      table,
      key: escapeArgument(formatKey(binding.key)),
      binding,
    })),
  );
  const anyRepeats = rows.some(({ binding }) => binding.repeat);
  const tableWidth = widest(rows.map(({ table }) => table));
  const keyWidth = widest(rows.map(({ key }) => key));
  return rows.map(({ table, key, binding }) => {
    const repeat = anyRepeats ? (binding.repeat ? "-r " : "   ") : "";
    const columns = `${padded(table, tableWidth)} ${padded(key, keyWidth)}`;
    return `bind-key ${repeat}-T ${columns} ${listedCommands(binding.command)}`;
  });
}

export interface ListNotes extends ListKeys {
  /** -a: includes bindings without a note, with their command instead. */
  readonly all?: boolean;
  /** -1: only the first of each table. */
  readonly first?: boolean;
  /** -P: the text before each key. */
  readonly prefix?: string | undefined;
  /** The option `prefix`: the key that selects the table `prefix`; undefined for none. */
  readonly prefixKey?: Key | undefined;
}

/** The lines of list-keys -N. Without a table, the keys of `root`, then those after the prefix. */
export function listKeyNotes(tables: KeyTables, list: ListNotes = {}): string[] {
  requireTable(tables, list.table);
  if (list.table !== undefined) {
    const width = noteWidth(tables, list.table, list.key);
    return noteLines(tables, { ...list, table: list.table, width, before: list.prefix ?? "" });
  }
  const named = list.prefixKey === undefined ? "" : `${formatKey(list.prefixKey)} `;
  const before = list.prefix ?? named;
  const prefixWidth = list.prefixKey === undefined ? 0 : noteWidth(tables, "prefix", list.key);
  const width = Math.max(prefixWidth, noteWidth(tables, "root", list.key));
  const root = noteLines(tables, { ...list, table: "root", width, before: padded("", textWidth(before)) });
  const prefixed = prefixWidth === 0 ? [] : noteLines(tables, { ...list, table: "prefix", width, before });
  return [...root, ...prefixed];
}

function requireTable(tables: KeyTables, table: string | undefined): void {
  if (table !== undefined && !tables.has(table)) {
    throw new MuxError("bad-name", `table ${table} doesn't exist`);
  }
}

function select(tables: KeyTables, table: string, key: Key | undefined): readonly Binding[] {
  return tables.bindings(table).filter((binding) => key === undefined || binding.key === key);
}

function noteWidth(tables: KeyTables, table: string, key: Key | undefined): number {
  const noted = select(tables, table, key).filter((binding) => !isMouse(binding) && binding.note);
  return widest(noted.map((binding) => formatKey(binding.key)));
}

interface NoteColumn extends ListNotes {
  readonly table: string;
  readonly width: number;
  readonly before: string;
}

function noteLines(tables: KeyTables, { table, key, all, first, width, before }: NoteColumn): string[] {
  const shown = select(tables, table, key).filter((binding) => !isMouse(binding) && (all || binding.note));
  return (first ? shown.slice(0, 1) : shown).map((binding) => {
    return `${before}${padded(formatKey(binding.key), width + 1)}${binding.note || listedCommands(binding.command)}`;
  });
}

function isMouse(binding: Binding): boolean {
  return isMouseKey(binding.key & BASE_MASK);
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
