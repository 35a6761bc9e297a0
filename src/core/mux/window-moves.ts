import { MuxError } from "../errors.ts";
import type { LinkWindowOptions, WindowOperations } from "../mux.ts";
import type { ServerState, SessionState, WindowState, WinlinkState } from "../tree/state.ts";
import type { Session } from "../tree/tree.ts";
import { dropLink, placeIndex, selectLast, selectNext, selectPrevious, setCurrent } from "./links.ts";
import { synchronizeFrom } from "./session-groups.ts";
import { stateOf } from "./state-of.ts";
import { attachWindow, detachLink, renumberLinks } from "./window-links.ts";
import { recalculateSizes } from "./window-sizes.ts";

/** Operations on links: the windows of a session, their indexes, and the current one. */
export function windowMoves(server: ServerState) {
  const go = (session: Session, select: (session: SessionState) => boolean, which: string) => {
    if (!select(stateOf.session(session))) throw new MuxError("no-such-window", `no ${which} window`);
    recalculateSizes(server);
  };

  return {
    selectWindow(target) {
      const link = stateOf.link(target);
      const changed = setCurrent(link.session, link);
      recalculateSizes(server);
      return changed;
    },

    lastWindow: (session) => go(session, selectLast, "last"),

    nextWindow: (session, { alert } = {}) => go(session, (state) => selectNext(state, alert), "next"),

    previousWindow: (session, { alert } = {}) =>
      go(session, (state) => selectPrevious(state, alert), "previous"),

    linkWindow(source, options) {
      const old = stateOf.link(source);
      const link = linkInto(old, options);
      renumberAfter(old.session, options);
      recalculateSizes(server);
      return link;
    },

    unlinkWindow(target, { kill = false } = {}) {
      const link = stateOf.link(target);
      if (!kill && !isLinkedElsewhere(link))
        throw new MuxError("not-allowed", "window only linked to one session");
      detachLink(link);
      recalculateSizes(server);
    },

    moveWindow(source, options) {
      const old = stateOf.link(source);
      const link = linkInto(old, options);
      detachLink(old);
      renumberAfter(old.session, options);
      recalculateSizes(server);
      return link;
    },

    swapWindow(source, target, { detached = false } = {}) {
      swap(stateOf.link(source), stateOf.link(target), detached);
      recalculateSizes(server);
    },

    renumberWindows(session) {
      renumberLinks(stateOf.session(session));
      recalculateSizes(server);
    },
  } satisfies Partial<WindowOperations>;
}

/** Adds a link's window to a session. The index is freed first, even if the rest then fails, as in tmux. */
export function linkInto(source: WinlinkState, options: LinkWindowOptions): WinlinkState {
  const session = stateOf.session(options.session);
  const index = placeIndex(session, options);
  if (areGrouped(source.session, session)) throw new MuxError("not-allowed", "sessions are grouped");
  const there = index === undefined ? undefined : session.linkAt(index);
  if (there?.window === source.window) throw new MuxError("not-allowed", `same index: ${index}`);
  const wasCurrent = there !== undefined && there === session.current;
  if (there && options.replace) dropLink(there);
  const link = attachWindow(session, source.window, index);
  if (wasCurrent || !options.detached) setCurrent(session, link);
  return link;
}

function areGrouped(a: SessionState, b: SessionState): boolean {
  return a !== b && a.grouped.includes(b);
}

/** Whether a window has a link outside this session and its group. */
function isLinkedElsewhere({ session, window }: WinlinkState): boolean {
  return window.links.length !== session.grouped.length;
}

function renumberAfter(session: SessionState, { keepIndexes }: LinkWindowOptions): void {
  if (keepIndexes || !session.server.sessions.has(session.id)) return;
  if (session.options.flag("renumber-windows")) renumberLinks(session);
}

/** The links stay and exchange their windows. */
function swap(source: WinlinkState, target: WinlinkState, detached: boolean): void {
  const { session: from, window: moved } = source;
  const { session: to, window: other } = target;
  if (areGrouped(from, to)) throw new MuxError("not-allowed", "can't move window, sessions are grouped");
  if (moved === other) return;
  relink(target, moved);
  relink(source, other);
  // As in tmux, where -d has the opposite meaning here: the links become current.
  if (detached) {
    setCurrent(to, target);
    if (from !== to) setCurrent(from, source);
  }
  synchronizeFrom(from);
  if (from !== to) synchronizeFrom(to);
}

function relink(link: WinlinkState, window: WindowState): void {
  const { server } = link.session;
  link.window.links.splice(link.window.links.indexOf(link), 1);
  server.touch(link.window);
  link.window = window;
  window.links.push(link);
  server.touch(window);
  server.touch(link.session);
}
