import { z } from "zod";
import { idNumber } from "../../../core/ids.ts";
import { type HttpTerminal, parentOf } from "./terminals.ts";

export const terminalShape = z.object({
  id: z.uuid(),
  pid: z.int().describe("Of the pane's process; 0 where none could be started."),
  meta: z.object({
    cwd: z.string(),
    parentId: z.uuid().optional().describe("The first terminal of its window, where it is another one."),
    title: z.string(),
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .describe("What its team calls it (name, color, role …), where it does."),
    command: z.string().describe("The program in front; empty where the system does not tell."),
    cols: z.int(),
    rows: z.int(),
    session: z.string(),
    window: z.string(),
    tmuxPaneId: z.string(),
    socket: z.string().describe("Of its tmux server."),
    exitCode: z.int().optional().describe("Of a terminal that is kept after its process ended."),
  }),
});

export const numberedTerminalShape = terminalShape.extend({ tmuxPaneIndex: z.int() });

export function describeTerminal(terminal: HttpTerminal): z.infer<typeof terminalShape> {
  const { id, server, pane } = terminal;
  const parentId = parentOf(terminal);
  const foreground = pane.process?.foreground();
  return {
    id,
    pid: pane.process?.pid ?? pane.exit?.pid ?? 0,
    meta: {
      cwd: foreground?.cwd || pane.start.cwd,
      ...(parentId !== undefined && { parentId }),
      title: pane.title,
      ...(pane.metadata.size > 0 && { metadata: Object.fromEntries(pane.metadata) }),
      command: foreground?.command ?? "",
      cols: pane.cols,
      rows: pane.rows,
      session: pane.window.links[0]?.session.name ?? "",
      window: pane.window.id,
      tmuxPaneId: pane.id,
      socket: server.mux.server.socketPath,
      ...(pane.exit && { exitCode: exitCodeOf(pane.exit) }),
    },
  };
}

export function describeNumbered(terminal: HttpTerminal): z.infer<typeof numberedTerminalShape> {
  return { ...describeTerminal(terminal), tmuxPaneIndex: idNumber(terminal.pane.id) };
}

export function exitCodeOf({
  status,
  signal,
}: {
  readonly status?: number;
  readonly signal?: number;
}): number {
  return signal === undefined ? (status ?? 0) : 128 + signal;
}
