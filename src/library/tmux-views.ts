import { decodeSessionName } from "./session-names.ts";
import type { Pane, Session } from "./substrate.ts";

/** Fields of the query, in the order of reading; tabs separate them, newlines separate rows. */
const SESSION_FIELDS = [
  "session_id",
  "session_name",
  "pane_id",
  "window_width",
  "window_height",
  "session_windows",
  "session_created",
] as const;

const PANE_FIELDS = [
  "session_id",
  "window_id",
  "session_name",
  "pane_id",
  "pane_width",
  "pane_height",
  "pane_left",
  "pane_top",
  "pane_active",
  "window_active",
  "window_panes",
  "pane_dead",
  "pane_pid",
  "pane_tty",
  "pane_current_command",
  "pane_current_path",
  "pane_start_path",
] as const;

const CLIENT_FIELDS = ["session_id", "client_control_mode"] as const;

/**
 * Names of programs and directories, which may contain any character; tmux allows no tab or newline in any other field.
 */
const FREE = new Set(["pane_current_command", "pane_current_path", "pane_start_path"]);

export const SESSION_FORMAT = formatOf(SESSION_FIELDS);
export const PANE_FORMAT = formatOf(PANE_FIELDS);
export const CLIENT_FORMAT = formatOf(CLIENT_FIELDS);

function formatOf(fields: readonly string[]): string {
  return fields.map((field) => (FREE.has(field) ? `#{s/[\t\n]/?/:${field}}` : `#{${field}}`)).join("\t");
}

function rows<F extends string>(output: string, fields: readonly F[]): Record<F, string>[] {
  return output.split("\n").flatMap((line) => {
    const values = line.split("\t");
    if (values.length !== fields.length) return [];
    return [Object.fromEntries(fields.map((field, index) => [field, values[index]!])) as Record<F, string>];
  });
}

/** Number of terminals that show each session: control clients (tmux -C) do not count. */
export function terminalsBySession(output: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { session_id, client_control_mode } of rows(output, CLIENT_FIELDS))
    if (client_control_mode !== "1") counts.set(session_id, (counts.get(session_id) ?? 0) + 1);
  return counts;
}

export function parseSessions(output: string, terminals?: ReadonlyMap<string, number>): Session[] {
  return rows(output, SESSION_FIELDS).map((field) => ({
    name: decodeSessionName(field.session_name),
    sessionId: field.session_id,
    paneId: field.pane_id,
    cols: Number(field.window_width),
    rows: Number(field.window_height),
    windows: Number(field.session_windows),
    attached: terminals?.get(field.session_id) ?? 0,
    createdAt: new Date(Number(field.session_created) * 1000),
  }));
}

/** A pane, and the state that only the tmux backend needs. */
export interface TmuxPane {
  readonly pane: Pane;
  readonly sessionId: string;
  readonly windowId: string;
  /** The only pane of its window. */
  readonly alone: boolean;
  /** The process has ended, and remain-on-exit keeps the pane. */
  readonly dead: boolean;
}

export function parsePanes(output: string): TmuxPane[] {
  return rows(output, PANE_FIELDS).map((field) => ({
    pane: {
      session: decodeSessionName(field.session_name),
      paneId: field.pane_id,
      tmuxPaneId: field.pane_id,
      cols: Number(field.pane_width),
      rows: Number(field.pane_height),
      left: Number(field.pane_left),
      top: Number(field.pane_top),
      active: field.pane_active === "1" && field.window_active === "1",
      pid: Number(field.pane_pid),
      tty: field.pane_tty,
      foreground: field.pane_current_command,
      cwd: field.pane_current_path || field.pane_start_path,
    },
    sessionId: field.session_id,
    windowId: field.window_id,
    alone: field.window_panes === "1",
    dead: field.pane_dead === "1",
  }));
}
