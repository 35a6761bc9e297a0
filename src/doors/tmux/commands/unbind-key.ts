import { NO_KEY } from "../../../core/keys/key.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";

const FLAGS = "anqT:";
type Run = CommandRun<typeof FLAGS>;

export const unbindKey = defineCommand({
  name: "unbind-key",
  alias: "unbind",
  flags: FLAGS,
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

function unbind({ args, server: { keys } }: Run): void {
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
