import { defineCommand } from "../define-command.ts";
import { lockClients } from "./shared/lock-clients.ts";

export const lockServer = defineCommand({
  name: "lock-server",
  alias: "lock",
  flags: "",
  max: 0,
  usage: "",
  afterHook: true,
  run: ({ door, server }) => lockClients(door, server.clients),
});
