import type { Client } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { detach } from "../terminal/attach.ts";

const FLAGS = "aE:s:t:P";
type Run = CommandRun<typeof FLAGS, undefined, "session?">;

export const detachClient = defineCommand({
  name: "detach-client",
  alias: "detach",
  flags: FLAGS,
  readonly: true,
  usage: "[-aP] [-E shell-command] [-s target-session] [-t target-client]",
  source: "session?",
  client: "t",
  differingFlags: { E: "fails for a control client; tmux ignores the flag for it" },
  run(run) {
    const { args, door } = run;
    const clients = meant(run);
    if (args.E === "") return;
    if (args.E !== undefined && clients.some(({ control }) => control))
      throw new CommandError("detach-client -E is not supported: a control client has no terminal");
    for (const client of clients) detach(door, client, { exec: args.E, kill: args.P });
  },
});

function meant({ args, server, source, client }: Run): readonly Client[] {
  const all = server.clients.filter(({ session }) => session);
  if (args.s !== undefined) return all.filter(({ session }) => session === source.session);
  return all.filter((each) => (each === client) !== args.a);
}

export const suspendClient = defineCommand({
  name: "suspend-client",
  alias: "suspendc",
  flags: "t:",
  usage: "[-t target-client]",
  client: "t",
  run({ client, door }) {
    (door.faces.of(client!) ?? door.controls.of(client!))?.suspend();
  },
});
