import { basename } from "node:path";
import { agentName } from "../core/agent/agent-identity.ts";
import type { Mux } from "../core/mux.ts";
import type { Pane, Session, Winlink } from "../core/tree/tree.ts";
import { metadataOf } from "../panes/appearance.ts";
import { describePane, lastLine } from "../panes/describe-pane.ts";
import type { CliContext } from "./context.ts";
import { serverName } from "./own-server.ts";
import type { PaneUsage } from "./usage-meter.ts";

/** Everything that `ls` shows, as plain data: the shape of `ls --json`. Times are milliseconds since the epoch. */
export type TreeDescription = Awaited<ReturnType<typeof describeTree>>;
export type ServerDescription = ReturnType<typeof describeServer>;
export type SessionDescription = ReturnType<typeof describeSession>;
export type WindowDescription = ReturnType<typeof describeWindow>;
export type PaneDescription = ReturnType<typeof paneDescription>;

export async function describeTree(context: CliContext) {
  const { pid, version, startTime, paths } = context;
  const usage = await context.usage.measure(processesOf(context));
  return {
    daemon: { pid, version, startTime, root: paths.root },
    servers: context.servers().map((mux) => describeServer(mux, usage)),
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

/** Process ids of the first process of every running pane. */
function processesOf(context: CliContext): number[] {
  const panes = context.servers().flatMap(({ server }) => [...server.panes.values()]);
  return panes.flatMap(({ process }) => process?.pid || []);
}

type Usages = ReadonlyMap<number, PaneUsage>;

function describeServer(mux: Mux, usage: Usages) {
  return {
    name: serverName(mux),
    socket: mux.server.socketPath,
    sessions: mux.server.sessionsByName().map((session) => describeSession(session, usage)),
  };
}

function describeSession(session: Session, usage: Usages) {
  const { id, name, cwd, created, attached } = session;
  return {
    id,
    name,
    cwd,
    created,
    attached,
    windows: session.links.map((link) => describeWindow(link, usage)),
  };
}

function describeWindow(link: Winlink, usage: Usages) {
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
    panes: panes.map((pane) => paneDescription(pane, usage)),
  };
}

function paneDescription(pane: Pane, usage: Usages) {
  const { pane_id: id, active, cwd, title, tty, cols, rows, ...view } = describePane(pane);
  const used = usage.get(view.pid);
  return {
    id,
    active,
    state: pane.process === undefined ? ("dead" as const) : ("running" as const),
    /** Name of the foreground process, or the command the pane was started with until the system reports one. */
    command: view.foreground || view.command.join(" ").replace(/^-/, ""),
    cwd,
    title,
    /** The name that was given to the pane, its window or its session, if the pane is alone there; else its title. */
    name: agentName(pane),
    lastLine: lastLine(pane.screen),
    pid: view.pid || null,
    /** Percent of one processor, and bytes, of all its processes together. */
    cpu: used?.cpuPercent ?? null,
    memory: used?.memoryBytes ?? null,
    tty,
    cols,
    rows,
    agent: view.agent,
    exit: pane.exit ?? null,
    metadata: metadataOf(pane),
  };
}
