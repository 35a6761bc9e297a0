import { BASE_MASK, bindable, type Key, NO_KEY } from "../../../core/keys/key.ts";
import { formatKey, parseKey } from "../../../core/keys/key-name.ts";
import { type Binding, listedCommands } from "../../../core/keys/key-tables.ts";
import { isMouseKey } from "../../../core/keys/special-keys.ts";
import { escapeArgument } from "../../../core/text/visible.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";

const FLAGS = "1aNP:T:";
type Run = CommandRun<typeof FLAGS>;

export const listKeys = defineCommand({
  name: "list-keys",
  alias: "lsk",
  flags: FLAGS,
  max: 1,
  usage: "[-1aN] [-P prefix-string] [-T key-table] [key]",
  startsServer: true,
  afterHook: true,
  run(run) {
    const { args, server } = run;
    const only = wantedKey(args.operands[0]);
    if (args.T !== undefined && !server.keys.has(args.T))
      throw new CommandError(`table ${args.T} doesn't exist`);
    const found = args.N ? printNotes(run, only) : printBindings(run, only);
    if (only !== undefined && !found) throw new CommandError(`unknown key: ${args.operands[0]}`);
  },
});

function wantedKey(text: string | undefined): Key | undefined {
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (key === undefined) throw new CommandError(`invalid key: ${text}`);
  return bindable(key);
}

/** Prints the commands that create the bindings, in columns. */
function printBindings({ args, server, call }: Run, only: Key | undefined): boolean {
  const rows = server.keys
    .names()
    .filter((name) => args.T === undefined || args.T === name)
    .flatMap((table) => chosen(server.keys.bindings(table), only).map((binding) => ({ table, binding })));
  const keyText = ({ key }: Binding) => escapeArgument(formatKey(key));
  const tableWidth = Math.max(0, ...rows.map(({ table }) => table.length));
  const keyWidth = Math.max(0, ...rows.map(({ binding }) => keyText(binding).length));
  const anyRepeats = rows.some(({ binding }) => binding.repeat);
  for (const { table, binding } of rows) {
    const repeat = anyRepeats ? (binding.repeat ? "-r " : "   ") : "";
    const columns = `${table.padEnd(tableWidth)} ${keyText(binding).padEnd(keyWidth)}`;
    call.print(`bind-key ${repeat}-T ${columns} ${listedCommands(binding.command)}`);
  }
  return rows.length > 0;
}

/** -N: prints keys with their notes, and the prefix before keys of the prefix table. */
function printNotes(run: Run, only: Key | undefined): boolean {
  const { args, server } = run;
  if (args.T !== undefined) {
    return printTableNotes(run, {
      table: args.T,
      only,
      prefix: args.P ?? "",
      width: noteWidth(run, args.T, only),
    });
  }
  const prefixKey = server.sessionOptions.get("prefix") ?? "None";
  const prefix = args.P ?? (prefixKey === "None" ? "" : `${prefixKey} `);
  const prefixWidth = noteWidth(run, "prefix", only);
  const hasPrefix = parseKey(prefixKey) !== NO_KEY && prefixWidth > 0;
  const width = Math.max(noteWidth(run, "root", only), hasPrefix ? prefixWidth : 0);
  const inRoot = printTableNotes(run, { table: "root", only, prefix: " ".repeat(prefix.length), width });
  return (hasPrefix && printTableNotes(run, { table: "prefix", only, prefix, width })) || inRoot;
}

interface TableNotes {
  readonly table: string;
  readonly only: Key | undefined;
  readonly prefix: string;
  readonly width: number;
}

function printTableNotes({ args, server, call }: Run, { table, only, prefix, width }: TableNotes): boolean {
  const rows = chosen(server.keys.bindings(table), only).filter(
    (each) => !isMouse(each) && (args.a || each.note),
  );
  for (const { key, note, command } of args["1"] ? rows.slice(0, 1) : rows) {
    call.print(`${prefix}${formatKey(key).padEnd(width + 1)}${note || command}`);
  }
  return rows.length > 0;
}

function noteWidth({ server }: Run, table: string, only: Key | undefined): number {
  const noted = chosen(server.keys.bindings(table), only).filter((each) => !isMouse(each) && each.note);
  return Math.max(0, ...noted.map(({ key }) => formatKey(key).length));
}

function chosen(bindings: readonly Binding[], only: Key | undefined): readonly Binding[] {
  return only === undefined ? bindings : bindings.filter(({ key }) => key === only);
}

function isMouse({ key }: Binding): boolean {
  return isMouseKey(key & BASE_MASK);
}
