import type { House } from "./house.ts";
import type { Servers } from "./servers.ts";

/**
 * A daemon in which nothing is left ends, as a tmux server does: no session, no client, no open HTTP, nobody who asked for it to
 * stay (`mullion up`, a service). A tmux server ends at once; the daemon waits a minute, because the next call may come, and
 * a start costs it a third of a second.
 */
export interface Idleness {
  readonly house: House;
  readonly servers: Servers;
  /** Of any door. */
  connections(): number;
  isHttpOpen(): boolean;
  leave(): void;
}

const IDLE_MS = 60_000;
const LOOKS = 6;
/** The record of `mullion up`. */
const WISH = "daemon/stays";

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
  if (store.get(WISH) === undefined) ledger.note({ key: WISH, value: true });
}

/** After `mullion down` the next daemon is nobody's wish. */
export function forgetWish({ ledger }: House): void {
  ledger.note({ key: WISH, value: undefined });
}

function isIdle({ house, servers, connections, isHttpOpen }: Idleness): boolean {
  if (connections() > 0 || isHttpOpen() || house.store.get(WISH) !== undefined) return false;
  return servers
    .all()
    .every(({ mux: { server } }) => server.sessions.size === 0 && server.options.flag("exit-empty"));
}

/** Tests do not wait for a minute; a user's own daemon is not theirs to hurry. */
function idleMs(): number {
  const { MULLION_DIR, MULLION_IDLE_MS } = process.env;
  return (MULLION_DIR && Number(MULLION_IDLE_MS)) || IDLE_MS;
}
