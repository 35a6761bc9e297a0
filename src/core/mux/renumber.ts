import type { SessionState } from "../tree/session-state.ts";

/** Indexes from base-index on, without gaps, in the order they have. */
export function renumberLinks(session: SessionState): void {
  const first = session.options.number("base-index");
  session.links.forEach((link, offset) => {
    link.index = first + offset;
    session.server.touch(link.window);
  });
  session.server.touch(session);
}
