import type { SessionState } from "../tree/session-state.ts";
import { leaveClients } from "./clients.ts";
import { removeLink, tellUnlinked } from "./links.ts";
import { leaveGroup } from "./session-groups.ts";
import { recalculateSizes } from "./window-sizes.ts";

/** Ends a session: detach-on-destroy decides where its clients go, and windows linked elsewhere survive. */
export function destroySession(session: SessionState): void {
  const { server } = session;
  if (!server.sessions.delete(session.id)) return;
  server.touch(session);
  leaveClients(session);
  server.emit("session-closed", { session: session.id, name: session.name });
  leaveGroup(session);
  for (const link of session.links.slice()) {
    tellUnlinked(link);
    removeLink(link);
  }
  recalculateSizes(server);
  if (server.sessions.size === 0) server.emit("server-emptied", {});
}
