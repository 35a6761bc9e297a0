import { idNumber } from "../ids.ts";
import type { Client, Pane, Server, Session, Window, Winlink } from "../tree/tree.ts";
import { paneWithId } from "./by-id.ts";
import type { Caller, PartialTarget, Target, TargetFlags } from "./target.ts";

/** The source of the parts that a text leaves out; undefined if the server has no session. */
export function currentTarget(server: Server, caller: Caller, flags: TargetFlags = {}): Target | undefined {
  const marked = flags.defaultMarked && markedTarget(server);
  if (marked) return marked;
  if (caller.current && isWhole(caller.current)) return caller.current;
  if (caller.client?.session) return clientTarget(caller.client);
  const session = sessionOfCaller(server, caller, flags) ?? bestSession(server, flags);
  return session && sessionTarget(session);
}

/**
 * A process inside a pane belongs to the best session that shows the pane's window. What is current there is that
 * session's current window, wherever the pane itself stands.
 */
function sessionOfCaller(server: Server, caller: Caller, flags: TargetFlags): Session | undefined {
  const pane = paneOfCaller(server, caller);
  return pane && bestSession(server, flags, pane.window);
}

export function paneOfCaller(server: Server, { tty, paneId }: Caller): Pane | undefined {
  const ofTerminal = tty ? [...server.panes.values()].find((pane) => pane.process?.tty === tty) : undefined;
  return ofTerminal ?? (paneId === undefined ? undefined : paneWithId(server, paneId));
}

export function sessionTarget(session: Session): Target {
  const link = session.current;
  return { session, link, window: link.window, pane: link.window.active };
}

/** The target of a client: the pane that receives its keys. */
export function clientTarget({ session, pane }: Client): Target | undefined {
  const target = session && sessionTarget(session);
  return target && pane ? { ...target, pane } : target;
}

/** The most recently used session, of those that hold the window if one is given. */
export function bestSession(server: Server, flags: TargetFlags = {}, window?: Window): Session | undefined {
  let best: Session | undefined;
  for (const session of server.sessionsByName()) {
    if (window && !session.links.some((link) => link.window === window)) continue;
    if (!best || isBetter(session, best, flags)) best = session;
  }
  return best;
}

/** Of two sessions used in the same millisecond, the newer one wins, as it would with a finer clock. */
function isBetter(session: Session, than: Session, { preferUnattached }: TargetFlags): boolean {
  if (preferUnattached && (session.attached === 0) !== (than.attached === 0)) return session.attached === 0;
  if (session.activity !== than.activity) return session.activity > than.activity;
  return idNumber(session.id) > idNumber(than.id);
}

/** A window may be linked more than once into a session: the current link wins, then the lowest index. */
export function bestLink(session: Session, window: Window): Winlink | undefined {
  if (session.current.window === window) return session.current;
  return session.links.find((link) => link.window === window);
}

export function markedTarget(server: Server): Target | undefined {
  const { marked: pane, markedLink: link, markedWindow: window } = server;
  if (!pane || !link || !window || link.window !== window) return undefined;
  const target = { session: link.session, link, window, pane };
  return isWhole(target) ? target : undefined;
}

/** The best target that shows a pane; undefined if no session holds its window. */
export function paneTarget(pane: Pane): Target | undefined {
  const { window } = pane;
  const session = bestSession(window.server, {}, window);
  const link = session && bestLink(session, window);
  return link && { session, link, window, pane };
}

/** Whether all parts exist and still belong together. */
export function isWhole(target: PartialTarget): target is Target {
  const { session, link, window, pane } = target;
  if (!session || !link || !window || !pane) return false;
  const alive = session.server.sessions.get(session.id) === session;
  return alive && session.links.includes(link) && link.window === window && window.panes.includes(pane);
}
