import type { Client } from "../../core/tree/client.ts";
import type { DoorServer } from "./door-server.ts";

/** Gives the terminals of these clients to lock-command until it ends; a control client has none, and is passed over. */
export function lockClients(door: DoorServer, clients: readonly Client[]): void {
  for (const client of clients) {
    const command = client.session?.options.get("lock-command") ?? "";
    if (command !== "") door.faces.of(client)?.lock(command);
  }
}
