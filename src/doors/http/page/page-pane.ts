import type { Pane } from "../../../core/tree/tree.ts";
import { listedAgent } from "../../../panes/agents.ts";
import type { PagePane, PageViewer } from "../../../protocol/page.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";

/** A pane as pages list it. Reads the agent's last known state: events report each change of it. */
export function pagePane({ id, pane }: HttpTerminal, pages: Iterable<PageViewer>): PagePane {
  const standing = pane.window.server.agents.lastOf(pane);
  return {
    id,
    ...listedAgent({ pane, standing }),
    viewers: [...pages, ...terminalsAt(pane)],
  };
}

/** The terminals that show the pane. Programs in control mode are no persons. */
function terminalsAt({ window, id }: Pane): PageViewer[] {
  const { zoomed, active, server } = window;
  if (zoomed && active.id !== id) return [];
  return server.clients
    .filter(({ session, control }) => session?.current.window === window && !control)
    .map(({ name }) => ({ kind: "terminal", id: name, name }));
}
