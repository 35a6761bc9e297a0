import { MuxError } from "../errors.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import { escapeArgument } from "../text/visible.ts";
import { isUserOption, resolveOptionName } from "./option-name.ts";
import { belongsIn, optionEntry, optionTable } from "./option-table.ts";
import type { Options } from "./options.ts";

export interface ShowOptions {
  /** -v: values without names, as they are. */
  readonly valuesOnly?: boolean;
  /** -A: inherited ones too, marked with a star. */
  readonly inherited?: boolean;
  /** -H: hooks too. */
  readonly hooks?: boolean;
  /** show-hooks: nothing but hooks. */
  readonly onlyHooks?: boolean;
}

/** The lines of show-options for a whole store: the user's own by name, then the table's in its order. */
export function showAllOptions(store: Options, show: ShowOptions = {}): string[] {
  const users = show.onlyHooks ? [] : store.ownNames().filter(isUserOption).sort(compareBytes);
  const entries = optionTable.filter(
    (entry) =>
      !entry.own &&
      belongsIn(entry, store.scope) &&
      (entry.hook ? show.hooks || show.onlyHooks : !show.onlyHooks),
  );
  const lines = users.flatMap((name) => valueLines(store, { name, inherited: false }, show));
  for (const { name } of entries) {
    const inherited = !store.has(name);
    if (!inherited || show.inherited)
      lines.push(...valueLines(store, { name, inherited, markEmpty: inherited }, show));
  }
  return lines;
}

/** The lines for one option as a caller names it. A table option that is not set here gives none. */
export function showOption(store: Options, text: string, show: ShowOptions = {}): string[] {
  const { name, index } = resolveOptionName(text);
  const inherited = !store.has(name);
  const found = !inherited || (show.inherited && store.get(name) !== undefined);
  if (found) return valueLines(store, { name, index, inherited }, show);
  if (isUserOption(name)) throw new MuxError("no-such-option", `invalid option: ${text}`);
  return [];
}

interface Shown {
  readonly name: string;
  readonly index?: number | undefined;
  readonly inherited: boolean;
  /** An empty array is only its name; a star stands after it in whole listings, not in that of one option. */
  readonly markEmpty?: boolean;
}

function valueLines(store: Options, shown: Shown, show: ShowOptions): string[] {
  const { name, index, inherited, markEmpty } = shown;
  if (index !== undefined)
    return [valueLine(`${name}[${index}]`, store.get(`${name}[${index}]`) ?? "", shown, show)];
  if (!optionEntry(name)?.array) return [valueLine(name, store.get(name) ?? "", shown, show)];
  const elements = store.list(name);
  if (elements.length === 0) return show.valuesOnly ? [] : [`${name}${inherited && markEmpty ? "*" : ""}`];
  return elements.map(([at, value]) => valueLine(`${name}[${at}]`, value, shown, show));
}

function valueLine(label: string, value: string, { name, inherited }: Shown, show: ShowOptions): string {
  if (show.valuesOnly) return value;
  const type = optionEntry(name)?.type ?? "text";
  return `${label}${inherited ? "*" : ""} ${type === "text" ? escapeArgument(value) : value}`;
}
