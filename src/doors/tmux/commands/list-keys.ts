import { bindable, type Key, NO_KEY } from "../../../core/keys/key.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { listKeys as listBindings, listKeyNotes } from "../../../core/keys/list-keys.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";

export const listKeys = defineCommand({
  name: "list-keys",
  alias: "lsk",
  flags: "1aNP:T:",
  max: 1,
  usage: "[-1aN] [-P prefix-string] [-T key-table] [key]",
  startsServer: true,
  afterHook: true,
  run({ args, server, call }) {
    const key = wantedKey(args.operands[0]);
    const list = { table: args.T, key };
    const prefixKey = parseKey(server.sessionOptions.get("prefix") ?? "");
    const notes = { ...list, all: args.a, first: args["1"], prefix: args.P };
    const lines = args.N
      ? listKeyNotes(server.keys, { ...notes, prefixKey: prefixKey === NO_KEY ? undefined : prefixKey })
      : listBindings(server.keys, list);
    if (key !== undefined && lines.length === 0) throw new CommandError(`unknown key: ${args.operands[0]}`);
    for (const line of lines) call.print(line);
  },
});

function wantedKey(text: string | undefined): Key | undefined {
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (key === undefined) throw new CommandError(`invalid key: ${text}`);
  return bindable(key);
}
