import { optionTable } from "../../../core/options/option-table.ts";
import type { Options } from "../../../core/options/options.ts";
import type { AnyCommandEntry } from "../define-command.ts";

const LAYOUTS = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"];

/** What a word of the command prompt may become: a command or an alias first, options and layouts behind it. */
export function completions(
  { commands, options }: { readonly commands: readonly AnyCommandEntry[]; readonly options: Options },
  word: string,
  first: boolean,
): readonly string[] {
  const names = commands.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
  const aliases = options.list("command-alias").map(([, text]) => text.split("=")[0]!);
  const rest = first ? [] : [...optionTable.map(({ name }) => name), ...LAYOUTS];
  return [...new Set([...names, ...aliases, ...rest])].filter((name) => name.startsWith(word));
}
