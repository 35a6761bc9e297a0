import { choicesOf } from "../../../core/agent/choices.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import { describePane, lastLine, placeOf } from "../../../panes/describe-pane.ts";
import type { PagePane } from "../../../protocol/page.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";

/** A pane as pages list it. Reads the agent's last known state: events report each change of it. */
export function pagePane({ id, pane }: HttpTerminal, viewers: number): PagePane {
  const standing = pane.window.server.agents.lastOf(pane);
  const choices = standing.state === "waiting" ? choicesOf(standing.question, rowsOf(pane)) : [];
  return {
    id,
    ...describePane(pane, standing),
    ...placeOf(pane),
    last_line: lastLine(pane.screen),
    ...(choices.length > 0 && { choices }),
    viewers,
  };
}

function rowsOf({ screen }: Pane): string[] {
  return Array.from({ length: screen.rows }, (_, line) => screen.lineText(line));
}
