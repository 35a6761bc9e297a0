import { defineCommand } from "../define-command.ts";

export const detachClient = defineCommand({
  name: "detach-client",
  alias: "detach",
  flags: "aE:s:t:P",
  max: 0,
  usage: "[-aP] [-E shell-command] [-s target-session] [-t target-client]",
  source: "session?",
  client: "t",
  run({ args, mux, server, source, client }) {
    const all = server.clients.filter(({ session }) => session);
    if (args.s !== undefined)
      for (const each of all.filter(({ session }) => session === source.session)) mux.detachClient(each);
    else if (args.a) for (const each of all.filter((other) => other !== client)) mux.detachClient(each);
    else if (client) mux.detachClient(client);
  },
});
