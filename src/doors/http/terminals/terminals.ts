import { createHash } from "node:crypto";
import type { Pane } from "../../../core/tree/tree.ts";
import type { NativeServer } from "../../../panes/host.ts";
import { LivePane } from "../../../panes/live-pane.ts";
import type { HttpHost } from "../host.ts";
import { Refusal } from "../refusal.ts";

/** A pane under the id that HTTP callers use. */
export interface HttpTerminal {
  readonly id: string;
  readonly server: NativeServer;
  readonly pane: Pane;
}

const ids = new WeakMap<Pane, string>();

/**
 * A stable id: it stays the same while the pane lives, across restarts of the daemon, and is never reused, because keys
 * of servers are random and ids of panes are unique. (A name-based UUID, RFC 9562 version 8.)
 */
export function terminalId({ key }: NativeServer, pane: Pane): string {
  const known = ids.get(pane);
  if (known !== undefined) return known;
  const bytes = createHash("sha256").update(`mullion terminal ${key} ${pane.id}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const id = bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  ids.set(pane, id);
  return id;
}

/** Every pane of every server: servers by socket path, sessions by name, windows and panes by index, each pane once. */
export function allTerminals(host: HttpHost): HttpTerminal[] {
  return host.servers().flatMap((server) => {
    const links = server.mux.server.sessionsByName().flatMap((session) => session.links);
    const windows = new Set(links.map(({ window }) => window));
    const terminals = [...windows].flatMap(({ panes }) =>
      panes.map((pane) => ({ id: terminalId(server, pane), server, pane })),
    );
    return host.covers ? terminals.filter(host.covers) : terminals;
  });
}

export function findTerminal(host: HttpHost, id: string): HttpTerminal {
  for (const server of host.servers())
    for (const pane of server.mux.server.panes.values())
      if (terminalId(server, pane) === id && (host.covers?.({ id, server, pane }) ?? true))
        return { id, server, pane };
  throw new Refusal(404, `there is no terminal ${id}`, { code: "no-such-pane" });
}

/** A window's first pane is a top-level terminal; it is the parent of the window's other panes. */
export function parentOf({ covers }: HttpHost, { server, pane }: HttpTerminal): string | undefined {
  const [first] = pane.window.panes;
  if (first === undefined || first === pane) return undefined;
  const id = terminalId(server, first);
  return covers?.({ id, server, pane: first }) === false ? undefined : id;
}

/** The terminal for typing and waiting. */
export function liveTerminal({ room }: HttpHost, { id, server, pane }: HttpTerminal): LivePane {
  return new LivePane(room, server, pane, `terminal ${id}`);
}

/** A pane that is alone in its window gets the requested size; others get what their window has room for. */
export function resizeTerminal(
  { server, pane }: HttpTerminal,
  { cols, rows }: { readonly cols: number; readonly rows: number },
): void {
  const { mux } = server;
  if (pane.window.panes.length === 1) mux.resizeWindow(pane.window, { cols, rows });
  else mux.resizePane(pane, { cols, rows });
}
