import type { Mux } from "../core/mux.ts";
import type { Pane } from "../core/tree/pane.ts";
import type { Session } from "../core/tree/session.ts";
import type { Winlink } from "../core/tree/winlink.ts";
import type { CliContext } from "./context.ts";
import { serverName } from "./own-server.ts";

/** Everything that `ls` shows, as plain data: the shape of `ls --json`. Times are milliseconds since the epoch. */
export interface TreeDescription {
  readonly daemon: { readonly pid: number; readonly version: string; readonly startTime: number };
  readonly servers: readonly ServerDescription[];
  readonly warnings: readonly { readonly pane?: string; readonly server?: string; readonly text: string }[];
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
  readonly cols: number;
  readonly rows: number;
  readonly panes: readonly PaneDescription[];
}

export interface PaneDescription {
  readonly id: string;
  readonly active: boolean;
  readonly state: "running" | "dead";
  /** What is in front on its terminal; before the system tells, what it was started with. */
  readonly command: string;
  readonly cwd: string;
  readonly title: string;
  readonly pid: number | null;
  readonly tty: string;
  readonly cols: number;
  readonly rows: number;
  readonly exit: { readonly status?: number; readonly signal?: number; readonly time: number } | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export function describeTree(context: CliContext): TreeDescription {
  const { pid, version, startTime } = context;
  return {
    daemon: { pid, version, startTime },
    servers: context.servers().map(describeServer),
    warnings: context.warnings().map(({ pane, text }) => ({
      text,
      ...(pane && { pane: pane.id, server: nameOfPath(pane.window.server.socketPath) }),
    })),
  };
}

/** Every pane with the name of its server; one that is in several sessions comes as often. */
export function panesOf({
  servers,
}: TreeDescription): readonly (PaneDescription & { readonly server: string })[] {
  return servers.flatMap(({ name, sessions }) =>
    sessions.flatMap(({ windows }) =>
      windows.flatMap(({ panes }) => panes.map((pane) => ({ ...pane, server: name }))),
    ),
  );
}

function describeServer(mux: Mux): ServerDescription {
  return {
    name: serverName(mux),
    socket: mux.server.socketPath,
    sessions: mux.server.sessionsByName().map(describeSession),
  };
}

function describeSession(session: Session): SessionDescription {
  const { id, name, cwd, created, attached } = session;
  return { id, name, cwd, created, attached, windows: session.links.map(describeWindow) };
}

function describeWindow(link: Winlink): WindowDescription {
  const { id, name, created, cols, rows, panes } = link.window;
  const active = link.session.current === link;
  return { id, index: link.index, name, active, created, cols, rows, panes: panes.map(describePane) };
}

function describePane(pane: Pane): PaneDescription {
  const { id, title, cols, rows, start, exit, process, metadata } = pane;
  const foreground = process?.foreground();
  return {
    id,
    active: pane.window.active === pane,
    state: process === undefined ? "dead" : "running",
    command: foreground?.command || start.argv.join(" ").replace(/^-/, ""),
    cwd: foreground?.cwd || start.cwd,
    title,
    pid: process?.pid || null,
    tty: process?.tty ?? "",
    cols,
    rows,
    exit: exit ?? null,
    metadata: Object.fromEntries(metadata),
  };
}

function nameOfPath(socketPath: string): string {
  return socketPath.slice(socketPath.lastIndexOf("/") + 1);
}
