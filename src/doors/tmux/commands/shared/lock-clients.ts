import type { Client } from "../../../../core/tree/tree.ts";
import type { DoorServer } from "../../server/door-server.ts";

/**
 * Runs lock-command on the terminals of these clients until it ends; control clients have no terminal and are skipped.
 */
export function lockClients(door: DoorServer, clients: readonly Client[]): void {
  for (const client of clients) {
    const command = client.session?.options.get("lock-command") ?? "";
    if (command !== "") door.faces.of(client)?.lock(command);
  }
}
