import type { Client, Session } from "../../../core/tree/tree.ts";
import type { Door } from "../door.ts";

/**
 * Runs lock-command on the terminals of these clients until it ends; control clients have no terminal and are skipped.
 */
export function lockClients(door: Door, clients: readonly Client[]): void {
  for (const client of clients) {
    const command = client.session?.options.get("lock-command") ?? "";
    if (command !== "") door.faces.of(client)?.lock(command);
  }
}

export function lockSession(door: Door, session: Session): void {
  lockClients(
    door,
    door.server.clients.filter((client) => client.session === session),
  );
}

/**
 * With lock-after-time a session is locked when nobody has typed into it for so long; a locked session, and one whose
 * option was changed, only after the next key. A key does not restart the timer, because keys are frequent: when the time
 * is over, the timer looks when the last one came.
 */
export function lockIdleSessions(door: Door): void {
  const { server } = door;
  const { clock } = door.context;
  const timers = new Map<Session, () => void>();
  const watch = (session: Session, sinceMs: number) => {
    timers.get(session)?.();
    timers.delete(session);
    const limitMs = session.options.number("lock-after-time") * 1000;
    const isHere = server.sessions.get(session.id) === session && session.attached > 0;
    if (limitMs === 0 || !isHere) return;
    const onOver = () => {
      const now = clock.now();
      const isUsed = session.activity >= sinceMs;
      const isIdle = now >= session.activity + limitMs;
      if (isUsed && isIdle) lockSession(door, session);
      watch(session, isUsed && !isIdle ? session.activity : now);
    };
    timers.set(session, clock.after(sinceMs + limitMs - clock.now(), onOver));
  };
  server.events.on("client-session-changed", ({ session: id }) => {
    const session = server.sessions.get(id);
    if (session) watch(session, session.activity);
  });
  server.events.on("option-changed", ({ name }) => {
    if (name !== "lock-after-time") return;
    for (const session of server.sessions.values()) watch(session, clock.now());
  });
}
