import type { PaneId } from "../core/ids.ts";
import type { Mux } from "../core/mux.ts";
import type { ExitState } from "../core/ports.ts";
import type { Pane } from "../core/tree/tree.ts";
import { exitCodeOf } from "../panes/describe-pane.ts";
import type { LivePane } from "../panes/live-pane.ts";
import { type PaneOutcome, stateAtEnd, type WaitCondition, waitFor } from "../panes/wait.ts";
import type { CliContext } from "./context.ts";
import { parseCursor } from "./cursor.ts";
import { findOrEnded, paneOf } from "./find-pane.ts";

/** Where a wait for a pane began. */
export interface WaitPosition {
  readonly pane: PaneId;
  /** Process id of the pane's program; 0 if it was not known yet. */
  readonly pid: number;
  /** Offset of the first byte of its output that counts. */
  readonly from: number;
}

/** How the wait for a pane ended. */
export interface WaitReport {
  readonly pane: PaneId;
  readonly outcome: PaneOutcome;
  /** Offset in the output of its program; undefined: it had ended before. */
  readonly cursor?: number | undefined;
}

/** One of the panes that a call waits for. */
export interface AwaitedPane {
  readonly pane: PaneId;
  /** Undefined: its program has ended, and `begin` says how. */
  readonly position: WaitPosition | undefined;
  begin(limits: { readonly timeoutMs: number | undefined; readonly gone: AbortSignal }): Promise<WaitReport>;
}

export interface AwaitedPaneOptions {
  readonly target: string;
  readonly server: string | undefined;
  readonly until: WaitCondition;
  /** As the caller wrote it. */
  readonly since: string | undefined;
  /** Where it began if a previous daemon has begun to answer the call. */
  readonly begun: WaitPosition | undefined;
}

export async function awaitedPane(context: CliContext, options: AwaitedPaneOptions): Promise<AwaitedPane> {
  const { target, server, until, since, begun } = options;
  const found = findOrEnded(context, target, server);
  if (found.kind === "ended") return endedPane(found.ended.pane, until, found.ended.exit);
  const { pane } = paneOf(found);
  const live = context.live(pane);
  await live.flush();
  const position = begun?.pane === pane.id ? begun : beginning(live, since);
  if (isReplaced(position, pane)) return endedPane(pane.id, until);
  const order = { until, since: position.from, onScreen: since === undefined };
  return {
    pane: pane.id,
    position,
    async begin(limits) {
      const { output } = live;
      // It has been closed since it was looked up, while the other panes of the call were.
      if (!output) return await endedPane(pane.id, until, endOf(context, found.mux, pane)).begin(limits);
      const outcome = await waitFor(live, { ...order, ...limits });
      return { pane: pane.id, outcome, cursor: output?.end };
    },
  };
}

function endOf(context: CliContext, { server }: Mux, { id }: Pane): ExitState | undefined {
  return context.endedPane(server.socketPath, id)?.exit;
}

function endedPane(pane: PaneId, until: WaitCondition, exit?: ExitState): AwaitedPane {
  return { pane, position: undefined, begin: async () => ({ pane, outcome: outcomeAtEnd(until, exit) }) };
}

function outcomeAtEnd(until: WaitCondition, exit: ExitState | undefined): PaneOutcome {
  if (until.kind === "exit") return { outcome: "met", exit };
  const reached = until.kind === "states" && exit && stateAtEnd(until, exitCodeOf(exit));
  return reached ? { outcome: "met", ...reached, exit } : { outcome: "exited", exit };
}

function beginning({ pane, output, offset }: LivePane, since: string | undefined): WaitPosition {
  const from = since === undefined || !output ? offset : parseCursor(since, output);
  return { pane: pane.id, pid: pane.process?.pid ?? 0, from };
}

/** Whether another program runs in the pane than when the wait began. */
function isReplaced({ pid }: WaitPosition, { process }: Pane): boolean {
  return pid !== 0 && (process?.pid || pid) !== pid;
}

/**
 * Resolves to the report of the first pane in which the condition holds. A pane that has ended leaves the wait to the others,
 * and so does one whose time is over, because another may still read what was printed before. Otherwise resolves to the last
 * report.
 */
export async function firstReport(reports: readonly Promise<WaitReport>[]): Promise<WaitReport> {
  const open = new Set(reports);
  for (;;) {
    const settled = [...open].map(async (report) => ({ report, value: await report }));
    const { report, value } = await Promise.race(settled);
    open.delete(report);
    if (value.outcome.outcome === "met" || open.size === 0) return value;
  }
}
