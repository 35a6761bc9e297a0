import { basename } from "node:path";
import type { Mux } from "../core/mux.ts";
import type { Pane, Session, Winlink } from "../core/tree/tree.ts";
import { listedAgent } from "../panes/agents.ts";
import type { CliContext } from "./context.ts";
import type { ReportedPane } from "./hosts/report-line.ts";
import { panesIn, serverName } from "./own-server.ts";
import type { PaneUsage } from "./usage-meter.ts";

/** Everything that `ls` shows, as plain data: the shape of `ls --json`. Times are milliseconds since the epoch. */
export type TreeDescription = Awaited<ReturnType<typeof describeTree>>;
export type ServerDescription = ReturnType<typeof describeServer<PaneDescription>>;
export type SessionDescription = ReturnType<typeof describeSession<PaneDescription>>;
export type WindowDescription = ReturnType<typeof describeWindow<PaneDescription>>;
export type PaneDescription = ReturnType<typeof paneDescription>;

export async function describeTree(context: CliContext) {
  const pids = panesIn(context.servers()).flatMap(({ pane }) => pane.process?.pid || []);
  const usage = await context.usage.measure(pids);
  return treeOf(context, (pane) => paneDescription(reportedPane(pane), usage.get(pane.process?.pid ?? 0)));
}

/** The tree with anything in place of its panes. */
export function treeOf<P>(context: CliContext, describe: (pane: Pane) => P) {
  const { pid, version, startTime, paths } = context;
  return {
    daemon: { pid, version, startTime, root: paths.root },
    servers: context.servers().map((mux) => describeServer(mux, describe)),
    warnings: context.warnings().map(({ pane, text, seen }) => ({
      text,
      // The warning is shown only once, and a person has seen it.
      ...(seen && { seen }),
      ...(pane && { pane: pane.id, server: basename(pane.window.server.socketPath) }),
    })),
  };
}

/** Every pane with its place. A pane in several sessions occurs once for each. */
export function panesOf({ servers }: TreeDescription) {
  return servers.flatMap(({ name: server, socket, sessions }) =>
    sessions.flatMap(({ name: session, windows }) =>
      windows.flatMap(({ panes, activity }) =>
        panes.map((pane) => ({ ...pane, server, socket, session, activity })),
      ),
    ),
  );
}

function describeServer<P>(mux: Mux, describe: (pane: Pane) => P) {
  return {
    name: serverName(mux),
    socket: mux.server.socketPath,
    sessions: mux.server.sessionsByName().map((session) => describeSession(session, describe)),
  };
}

function describeSession<P>(session: Session, describe: (pane: Pane) => P) {
  const { id, name, cwd, created, attached } = session;
  return {
    id,
    name,
    cwd,
    created,
    attached,
    windows: session.links.map((link) => describeWindow(link, describe)),
  };
}

function describeWindow<P>(link: Winlink, describe: (pane: Pane) => P) {
  const { id, name, created, activity, cols, rows, panes } = link.window;
  return {
    id,
    index: link.index,
    name,
    active: link.session.current === link,
    created,
    /** Time of the session's last change. */
    activity,
    cols,
    rows,
    panes: panes.map(describe),
  };
}

export function reportedPane(pane: Pane): ReportedPane {
  const { server } = pane.window;
  return {
    ...listedAgent({ pane, standing: server.agents.of(pane) }),
    running: pane.process !== undefined,
    exit: pane.exit ?? null,
  };
}

export function paneDescription(pane: ReportedPane, usage: PaneUsage | undefined) {
  const { active, foreground, command, cwd, title, name, pid, tty, cols, rows, agent, exit, metadata } = pane;
  return {
    id: pane.pane_id,
    active,
    state: pane.running ? ("running" as const) : ("dead" as const),
    /** Name of the foreground process, or the command the pane was started with until the system reports one. */
    command: foreground || command.join(" ").replace(/^-/, ""),
    cwd,
    title,
    /** The name that was given to the pane, its window or its session, if the pane is alone there; else its title. */
    name,
    lastLine: pane.last_line,
    pid: pid || null,
    /** Percent of one processor, and bytes, of all its processes together. */
    cpu: usage?.cpuPercent ?? null,
    memory: usage?.memoryBytes ?? null,
    tty,
    cols,
    rows,
    agent,
    exit,
    metadata,
  };
}
