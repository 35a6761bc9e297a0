import { NO_KEY } from "../../../core/keys/key.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { CommandList } from "../parse-commands/command.ts";

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
  const [only, ...more] = args.values.slice(1);
  if (only instanceof CommandList && more.length === 0) return only;
  if (more.length === 0) return door.parseText(only as string);
  return door.parseWords(args.values.slice(1) as (string | CommandList)[]);
}
