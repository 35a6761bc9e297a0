import { z } from "zod";
import { idNumber } from "../../../core/ids.ts";
import { metadataOf } from "../../../panes/appearance.ts";
import { describePane } from "../../../panes/describe-pane.ts";
import { pane, panePlace } from "../../../protocol/pane.ts";
import { shownLinks } from "../admission.ts";
import type { HttpHost } from "../host.ts";
import { type HttpTerminal, parentOf } from "./terminals.ts";

const { cwd, title, cols, rows, agent, foreground, pane_id, exit_code } = pane.shape;

export const terminalShape = z.object({
  id: z.uuid(),
  pid: z.int().describe("Of the pane's process; 0 where none could be started."),
  meta: z.object({
    cwd,
    parentId: z.uuid().optional().describe("The first terminal of its window, where it is another one."),
    title,
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .describe("What its team calls it (name, color, role …), where it does."),
    command: foreground,
    cols,
    rows,
    session: panePlace.shape.session,
    window: panePlace.shape.window_id,
    tmuxPaneId: pane_id,
    socket: panePlace.shape.socket,
    exitCode: exit_code,
    agent,
  }),
});

export const numberedTerminalShape = terminalShape.extend({ tmuxPaneIndex: z.int() });

export function describeTerminal(host: HttpHost, terminal: HttpTerminal): z.infer<typeof terminalShape> {
  const { id, server, pane } = terminal;
  const parentId = parentOf(host, terminal);
  const view = describePane(pane);
  return {
    id,
    pid: view.pid || (pane.exit?.pid ?? 0),
    meta: {
      cwd: view.cwd,
      ...(parentId !== undefined && { parentId }),
      title: view.title,
      ...(pane.metadata.size > 0 && { metadata: metadataOf(pane) }),
      command: view.foreground,
      cols: view.cols,
      rows: view.rows,
      session: shownLinks(terminal, host)[0]?.session.name ?? "",
      window: pane.window.id,
      tmuxPaneId: view.pane_id,
      socket: server.mux.server.socketPath,
      ...(view.exit_code !== undefined && { exitCode: view.exit_code }),
      agent: view.agent,
    },
  };
}

export function describeNumbered(
  host: HttpHost,
  terminal: HttpTerminal,
): z.infer<typeof numberedTerminalShape> {
  return { ...describeTerminal(host, terminal), tmuxPaneIndex: idNumber(terminal.pane.id) };
}
