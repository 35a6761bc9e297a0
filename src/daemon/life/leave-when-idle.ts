import type { House } from "../house.ts";
import { change } from "../records/kinds.ts";
import type { Servers } from "../servers/servers.ts";

/**
 * An empty daemon exits, as a tmux server does: no session, no client, no open HTTP port, and no request to stay
 * (`mullion up`, a service). A tmux server exits at once; the daemon waits a minute, because another call may follow
 * and a start takes a third of a second.
 */
export interface Idleness {
  readonly house: House;
  readonly servers: Servers;
  /** Open connections of all doors. */
  connections(): number;
  isHttpOpen(): boolean;
  leave(): void;
}

const IDLE_MS = 60_000;
const LOOKS = 6;

export function leaveWhenIdle(idleness: Idleness): void {
  const { house, leave } = idleness;
  let looks = 0;
  const look = () => {
    looks = isIdle(idleness) ? looks + 1 : 0;
    if (looks < LOOKS) return;
    clearInterval(timer);
    house.log.write("nothing is left");
    leave();
  };
  const timer = setInterval(look, idleMs() / LOOKS).unref();
}

export function wishToStay({ store, ledger }: House): void {
  if (store.get("stays", "") === undefined) ledger.note(change("stays", "", true));
}

/** After `mullion down` the next daemon exits when idle again. */
export function forgetWish({ ledger }: House): void {
  ledger.note(change("stays", "", undefined));
}

function isIdle({ house, servers, connections, isHttpOpen }: Idleness): boolean {
  if (connections() > 0 || isHttpOpen() || house.store.get("stays", "") !== undefined) return false;
  return servers
    .all()
    .every(({ mux: { server } }) => server.sessions.size === 0 && server.options.flag("exit-empty"));
}

/** Tests shorten the minute; only a private instance (MULLION_DIR) reads that setting. */
function idleMs(): number {
  const { MULLION_DIR, MULLION_IDLE_MS } = process.env;
  return (MULLION_DIR && Number(MULLION_IDLE_MS)) || IDLE_MS;
}
