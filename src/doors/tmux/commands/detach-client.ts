import { detach } from "../attach.ts";
import { defineCommand } from "../define-command.ts";

export const detachClient = defineCommand({
  name: "detach-client",
  alias: "detach",
  flags: "aE:s:t:P",
  max: 0,
  usage: "[-aP] [-E shell-command] [-s target-session] [-t target-client]",
  source: "session?",
  client: "t",
  refusedFlags: {
    E: "a client is not turned into another program",
    P: "the process above a client is never killed",
  },
  run({ args, door, server, source, client }) {
    const all = server.clients.filter(({ session }) => session);
    if (args.s !== undefined)
      for (const each of all.filter(({ session }) => session === source.session)) detach(door, each);
    else if (args.a) for (const each of all.filter((other) => other !== client)) detach(door, each);
    else if (client) detach(door, client);
  },
});
