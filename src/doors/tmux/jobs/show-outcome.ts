import { showLines } from "../../../core/modes/copy/view-mode.ts";
import { bestSession } from "../../../core/target/current-target.ts";
import type { Pane, Session } from "../../../core/tree/tree.ts";
import type { Door } from "../door.ts";
import type { ShellOutcome } from "./shell-jobs.ts";

export interface OutcomePlace {
  /** The pane that -t named. */
  readonly pane: Pane | undefined;
  /** Its active pane shows the outcome if no pane was named, or if that has closed. */
  readonly session?: Session | undefined;
}

/** Shows in view mode what a shell command printed, and how it ended if it failed. Returns its exit status as a shell would. */
export function showOutcome(
  { copyPorts, mux, server }: Pick<Door, "copyPorts" | "mux" | "server">,
  { command, lines, exit }: ShellOutcome & { readonly command: string },
  { pane: named, session = bestSession(server) }: OutcomePlace,
): number {
  const status = exit.signal === undefined ? (exit.status ?? 0) : exit.signal + 128;
  const end = exit.signal === undefined ? `returned ${status}` : `terminated by signal ${exit.signal}`;
  const shown = status === 0 ? lines : [...lines, `'${command}' ${end}`];
  const pane = named && server.panes.has(named.id) ? named : session?.current.window.active;
  if (pane && shown.length > 0) showLines(mux, pane, { lines: shown, escapes: true, ports: copyPorts });
  return status;
}
