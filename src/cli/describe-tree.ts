import { agentName } from "../core/agent/agent-identity.ts";
import type { Mux } from "../core/mux.ts";
import type { Pane, Session, Winlink } from "../core/tree/tree.ts";
import { metadataOf } from "../panes/appearance.ts";
import { describePane, lastLine } from "../panes/describe-pane.ts";
import type { DescribedPane } from "../protocol/pane.ts";
import type { CliContext } from "./context.ts";
import { serverName } from "./own-server.ts";
import type { PaneUsage } from "./usage-meter.ts";

/** Everything that `ls` shows, as plain data: the shape of `ls --json`. Times are milliseconds since the epoch. */
export interface TreeDescription {
  readonly daemon: {
    readonly pid: number;
    readonly version: string;
    readonly startTime: number;
    readonly root: string;
  };
  readonly servers: readonly ServerDescription[];
  readonly warnings: readonly WarningDescription[];
}

export interface WarningDescription {
  readonly pane?: string;
  readonly server?: string;
  readonly text: string;
  /** The warning is shown only once, and a person has seen it. */
  readonly seen?: boolean;
}

export interface ServerDescription {
  readonly name: string;
  readonly socket: string;
  readonly sessions: readonly SessionDescription[];
}

export interface SessionDescription {
  readonly id: string;
  readonly name: string;
  readonly cwd: string;
  readonly created: number;
  readonly attached: number;
  readonly windows: readonly WindowDescription[];
}

export interface WindowDescription {
  readonly id: string;
  readonly index: number;
  readonly name: string;
  readonly active: boolean;
  readonly created: number;
  /** Time of the session's last change. */
  readonly activity: number;
  readonly cols: number;
  readonly rows: number;
  readonly panes: readonly PaneDescription[];
}

/** Members of the one schema of a pane that `ls` shows under the same names. */
type Described = Pick<DescribedPane, "active" | "cwd" | "title" | "tty" | "cols" | "rows" | "agent">;

export interface PaneDescription extends Readonly<Described> {
  readonly id: string;
  readonly state: "running" | "dead";
  /** Name of the foreground process, or the command the pane was started with until the system reports one. */
  readonly command: string;
  /** The name that was given to the pane, its window or its session, if the pane is alone there; else its title. */
  readonly name: string;
  /** The last line of the screen that has text. */
  readonly lastLine: string;
  readonly pid: number | null;
  /**
   * Processor usage (percent of one processor) and memory (bytes) of all its processes together; null if there is no
   * process.
   */
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly exit: { readonly status?: number; readonly signal?: number; readonly time: number } | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export async function describeTree(context: CliContext): Promise<TreeDescription> {
  const { pid, version, startTime, paths } = context;
  const usage = await context.usage.measure(processesOf(context));
  return {
    daemon: { pid, version, startTime, root: paths.root },
    servers: context.servers().map((mux) => describeServer(mux, usage)),
    warnings: context.warnings().map(({ pane, text, seen }) => ({
      text,
      ...(seen && { seen }),
      ...(pane && { pane: pane.id, server: nameOfPath(pane.window.server.socketPath) }),
    })),
  };
}

/** Every pane with the name of its server. A pane in several sessions occurs once for each. */
export function panesOf({
  servers,
}: TreeDescription): readonly (PaneDescription & { readonly server: string })[] {
  return servers.flatMap(({ name, sessions }) =>
    sessions.flatMap(({ windows }) =>
      windows.flatMap(({ panes }) => panes.map((pane) => ({ ...pane, server: name }))),
    ),
  );
}

/** Process ids of the first process of every running pane. */
function processesOf(context: CliContext): number[] {
  const panes = context.servers().flatMap(({ server }) => [...server.panes.values()]);
  return panes.flatMap(({ process }) => process?.pid || []);
}

type Usages = ReadonlyMap<number, PaneUsage>;

function describeServer(mux: Mux, usage: Usages): ServerDescription {
  return {
    name: serverName(mux),
    socket: mux.server.socketPath,
    sessions: mux.server.sessionsByName().map((session) => describeSession(session, usage)),
  };
}

function describeSession(session: Session, usage: Usages): SessionDescription {
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

function describeWindow(link: Winlink, usage: Usages): WindowDescription {
  const { id, name, created, activity, cols, rows, panes } = link.window;
  return {
    id,
    index: link.index,
    name,
    active: link.session.current === link,
    created,
    activity,
    cols,
    rows,
    panes: panes.map((pane) => paneDescription(pane, usage)),
  };
}

function paneDescription(pane: Pane, usage: Usages): PaneDescription {
  const { pane_id: id, active, cwd, title, tty, cols, rows, ...view } = describePane(pane);
  const used = usage.get(view.pid);
  return {
    id,
    active,
    state: pane.process === undefined ? "dead" : "running",
    command: view.foreground || view.command.join(" ").replace(/^-/, ""),
    cwd,
    title,
    name: agentName(pane),
    lastLine: lastLine(pane.screen),
    pid: view.pid || null,
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

function nameOfPath(socketPath: string): string {
  return socketPath.slice(socketPath.lastIndexOf("/") + 1);
}
