import { defineCommand } from "../define-command.ts";
import { lockClients } from "./shared/lock-clients.ts";

export const lockClient = defineCommand({
  name: "lock-client",
  alias: "lockc",
  flags: "t:",
  max: 0,
  usage: "[-t target-client]",
  client: "t",
  afterHook: true,
  run: ({ client, door }) => lockClients(door, [client!]),
});
