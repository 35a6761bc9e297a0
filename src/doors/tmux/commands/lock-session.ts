import { defineCommand } from "../define-command.ts";
import { lockClients } from "./shared/lock-clients.ts";

export const lockSession = defineCommand({
  name: "lock-session",
  alias: "locks",
  flags: "t:",
  max: 0,
  usage: "[-t target-session]",
  target: "session",
  afterHook: true,
  run({ door, server, target }) {
    lockClients(
      door,
      server.clients.filter(({ session }) => session === target.session),
    );
  },
});
