import { MuxError } from "../errors.ts";
import type { Client, Server, Session } from "../tree/tree.ts";
import { bestSession, paneOfCaller } from "./current-target.ts";
import type { Caller } from "./target.ts";

const DEVICES = "/dev/";

/** Resolves a client by name or terminal, with or without `/dev/` and a trailing colon. */
export function resolveClient(server: Server, text: string | undefined, caller: Caller): Client {
  if (text === undefined) {
    const current = currentClient(server, caller);
    if (!current) throw new MuxError("no-such-target", "no current client");
    return current;
  }
  const client = clientNamed(server, text);
  if (!client) throw new MuxError("no-such-target", `can't find client: ${withoutColon(text)}`);
  return client;
}

export function clientNamed(server: Server, text: string): Client | undefined {
  const name = withoutColon(text);
  return server.clients.find(
    (client) =>
      client.session && (client.name === name || (client.tty !== "" && isTerminal(client.tty, name))),
  );
}

function isTerminal(tty: string, name: string): boolean {
  return tty === name || (tty.startsWith(DEVICES) && tty.slice(DEVICES.length) === name);
}

function withoutColon(text: string): string {
  return text.endsWith(":") ? text.slice(0, -1) : text;
}

/** The calling client, or the best client of the caller's session. */
export function currentClient(server: Server, caller: Caller): Client | undefined {
  if (caller.client?.session) return caller.client;
  const pane = paneOfCaller(server, caller);
  const session = bestSession(server, {}, pane?.window);
  return session && bestClient(server, session);
}

/** The most recently used client of a session, or of all sessions if none is attached to this one. */
export function bestClient(server: Server, session: Session): Client | undefined {
  let best: Client | undefined;
  for (const client of server.clients) {
    if (!client.session || (session.attached > 0 && client.session !== session)) continue;
    if (!best || client.activity > best.activity) best = client;
  }
  return best;
}
