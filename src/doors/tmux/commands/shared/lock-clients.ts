import type { Client } from "../../../../core/tree/tree.ts";
import type { Door } from "../../door.ts";

/**
 * Runs lock-command on the terminals of these clients until it ends; control clients have no terminal and are skipped.
 */
export function lockClients(door: Door, clients: readonly Client[]): void {
  for (const client of clients) {
    const command = client.session?.options.get("lock-command") ?? "";
    if (command !== "") door.faces.of(client)?.lock(command);
  }
}
