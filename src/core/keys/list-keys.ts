import { MuxError } from "../errors.ts";
import { textWidth } from "../format/width.ts";
import { escapeArgument } from "../text/visible.ts";
import { BASE_MASK, type Key } from "./key.ts";
import { formatKey } from "./key-name.ts";
import { type Binding, type KeyTables, listedCommands } from "./key-tables.ts";
import { isMouseKey } from "./special-keys.ts";

export interface ListKeys {
  /** -T: one table instead of all. */
  readonly table?: string;
  /** One key instead of all. */
  readonly key?: Key;
}

interface Row {
  readonly table: string;
  readonly binding: Binding;
}

/** The lines of list-keys, in columns as wide as their content. */
export function listKeys(tables: KeyTables, list: ListKeys = {}): string[] {
  requireTable(tables, list.table);
  const names = list.table === undefined ? tables.names() : [list.table];
  const rows = names.flatMap((table) =>
    select(tables, table, list.key).map((binding) => ({ table, binding })),
  );
  const widths = {
    repeat: rows.some(({ binding }) => binding.repeat),
    table: widest(rows.map(({ table }) => table)),
    key: widest(rows.map(({ binding }) => escapeArgument(formatKey(binding.key)))),
  };
  return rows.map((row) => formatBinding(row, widths));
}

export interface ColumnWidths {
  /** Whether there is a column for -r. */
  readonly repeat: boolean;
  readonly table: number;
  readonly key: number;
}

/** One line of list-keys, a command that creates the same binding again. */
export function formatBinding({ table, binding }: Row, widths: ColumnWidths): string {
  const repeat = widths.repeat ? (binding.repeat ? "-r " : "   ") : "";
  const key = escapeArgument(formatKey(binding.key));
  return `bind-key ${repeat}-T ${padded(table, widths.table)} ${padded(key, widths.key)} ${listedCommands(binding.command)}`;
}

export interface ListNotes extends ListKeys {
  /** -a: includes bindings without a note, with their command instead. */
  readonly all?: boolean;
  /** -1: only the first of each table. */
  readonly first?: boolean;
  /** -P: the text before each key. */
  readonly prefix?: string;
  /** The option `prefix`: the key that selects the table `prefix`; undefined for none. */
  readonly prefixKey?: Key;
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
