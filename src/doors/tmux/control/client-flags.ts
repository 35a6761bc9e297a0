import type { Client } from "../../../core/tree/client.ts";
import type { DoorServer } from "../door-server.ts";

/** `#{client_flags}`, in tmux's order. */
export function clientFlags(door: DoorServer, client: Client): string {
  const control = door.controlClients.get(client);
  return [
    "attached",
    "focused",
    ...(client.control ? ["control-mode"] : []),
    ...(client.ignoreSize ? ["ignore-size"] : []),
    ...(control?.outputFlags ?? []),
    ...(client.readonly ? ["read-only"] : []),
    ...(client.utf8 ? ["UTF-8"] : []),
  ].join(",");
}

/** `-f` of attach-session, new-session and refresh-client: names with commas between them, `!` before one to unset it. */
export function setClientFlags(door: DoorServer, client: Client, text: string): void {
  const control = door.controlClients.get(client);
  for (const word of text.split(",")) {
    const on = !word.startsWith("!");
    const name = on ? word : word.slice(1);
    if (name === "read-only") door.mux.setClientFlags(client, { readonly: on });
    else if (name === "ignore-size") door.mux.setClientFlags(client, { ignoreSize: on });
    else if (name === "no-output") control?.setOutput({ muted: on });
    else if (name === "wait-exit") control?.setOutput({ waitExit: on });
    else if (/^pause-after(=\d+)?$/.test(name)) {
      const seconds = Number(name.split("=")[1] ?? 0);
      control?.setOutput({ pauseAfterMs: on ? seconds * 1000 : undefined });
    }
  }
}
