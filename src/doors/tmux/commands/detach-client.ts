import type { Client } from "../../../core/tree/client.ts";
import { detach } from "../attach.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";

const FLAGS = "aE:s:t:P";
type Run = CommandRun<typeof FLAGS, undefined, "session?">;

export const detachClient = defineCommand({
  name: "detach-client",
  alias: "detach",
  flags: FLAGS,
  max: 0,
  usage: "[-aP] [-E shell-command] [-s target-session] [-t target-client]",
  source: "session?",
  client: "t",
  refusedFlags: { E: "a client is not turned into another program" },
  differingFlags: { P: "only for control clients: the process above a terminal's client is never killed" },
  run(run) {
    const { args, door } = run;
    const clients = meant(run);
    // A control client only ends; above one that has a terminal, -P would send SIGHUP.
    if (args.P && clients.some(({ control }) => !control))
      throw new CommandError("detach-client -P is not supported: the process above a client is never killed");
    for (const client of clients) detach(door, client);
  },
});

function meant({ args, server, source, client }: Run): readonly Client[] {
  const all = server.clients.filter(({ session }) => session);
  if (args.s !== undefined) return all.filter(({ session }) => session === source.session);
  return all.filter((each) => (each === client) !== args.a);
}
