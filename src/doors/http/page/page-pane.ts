import { describePane, lastLine, placeOf } from "../../../panes/describe-pane.ts";
import type { PagePane } from "../../../protocol/page.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";

/** A pane as pages list it. Reads the agent's last known state: events report each change of it. */
export function pagePane({ id, pane }: HttpTerminal, viewers: number): PagePane {
  return {
    id,
    ...describePane(pane, pane.window.server.agents.lastOf(pane)),
    ...placeOf(pane),
    last_line: lastLine(pane.screen),
    viewers,
  };
}
