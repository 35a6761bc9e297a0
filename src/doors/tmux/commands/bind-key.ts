import { NO_KEY } from "../../../core/keys/key.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import type { CommandList } from "../parse-commands/command.ts";

const FLAGS = "nrN:T:";

/** Stores a binding; only keys of an attached terminal run it. */
export const bindKey = defineCommand({
  name: "bind-key",
  alias: "bind",
  flags: FLAGS,
  min: 1,
  max: Number.POSITIVE_INFINITY,
  operand: () => "commands-or-string",
  usage: "[-nr] [-T key-table] [-N note] key [command [arguments]]",
  afterHook: true,
  run(run) {
    const { args, server } = run;
    const key = parseKey(args.operands[0]!);
    if (key === undefined || key === NO_KEY) throw new CommandError(`unknown key: ${args.operands[0]}`);
    const table = args.T ?? (args.n ? "root" : "prefix");
    if (args.operands.length === 1) server.keys.setNote(table, key, args.N);
    else
      server.keys.bind(table, {
        key,
        command: boundCommands(run).printBound(),
        note: args.N,
        repeat: args.r,
      });
  },
});

/** One operand is text or a block; more are words that a shell already split. */
function boundCommands({ args, door }: CommandRun<typeof FLAGS>): CommandList {
  const [, ...values] = args.values;
  const [only = ""] = values;
  if (values.length > 1) return door.parseWords(values);
  return typeof only === "string" ? door.parseText(only) : only;
}

const UNBIND_FLAGS = "anqT:";

export const unbindKey = defineCommand({
  name: "unbind-key",
  alias: "unbind",
  flags: UNBIND_FLAGS,
  max: 1,
  usage: "[-anq] [-T key-table] key",
  afterHook: true,
  run(run) {
    try {
      unbind(run);
    } catch (error) {
      // -q keeps the failure and suppresses its sentence.
      if (!(error instanceof CommandError) || !run.args.q) throw error;
      throw new CommandError("");
    }
  },
});

function unbind({ args, server: { keys } }: CommandRun<typeof UNBIND_FLAGS>): void {
  const [text] = args.operands;
  const table = args.T ?? (args.n ? "root" : "prefix");
  if (args.a) {
    if (text !== undefined) throw new CommandError("key given with -a");
    if (!keys.has(table)) throw new CommandError(`table ${table} doesn't exist`);
    keys.unbindAll(table);
    return;
  }
  if (text === undefined) throw new CommandError("missing key");
  const key = parseKey(text);
  if (key === undefined || key === NO_KEY) throw new CommandError(`unknown key: ${text}`);
  if (args.T !== undefined && !keys.has(table)) throw new CommandError(`table ${table} doesn't exist`);
  keys.unbind(table, key);
}
