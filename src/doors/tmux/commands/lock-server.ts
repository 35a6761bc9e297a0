import type { Client } from "../../../core/tree/tree.ts";
import { defineCommand } from "../define-command.ts";
import type { Door } from "../door.ts";

/**
 * Runs lock-command on the terminals of these clients until it ends; control clients have no terminal and are skipped.
 */
function lockClients(door: Door, clients: readonly Client[]): void {
  for (const client of clients) {
    const command = client.session?.options.get("lock-command") ?? "";
    if (command !== "") door.faces.of(client)?.lock(command);
  }
}

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
  run({ door, server, target }) {
    lockClients(
      door,
      server.clients.filter(({ session }) => session === target.session),
    );
  },
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
