import { defineCommand } from "../define-command.ts";
import { lockSession as lock, lockClients } from "../server/lock-clients.ts";

export const lockServer = defineCommand({
  name: "lock-server",
  alias: "lock",
  flags: "",
  usage: "",
  afterHook: true,
  run: ({ door, server }) => lockClients(door, server.clients),
});

export const lockSession = defineCommand({
  name: "lock-session",
  alias: "locks",
  flags: "t:",
  usage: "[-t target-session]",
  target: "session",
  afterHook: true,
  run: ({ door, target }) => lock(door, target.session),
});

export const lockClient = defineCommand({
  name: "lock-client",
  alias: "lockc",
  flags: "t:",
  usage: "[-t target-client]",
  client: "t",
  afterHook: true,
  run: ({ client, door }) => lockClients(door, [client!]),
});
