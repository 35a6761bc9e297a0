import type { Subscribable } from "../protocol/events.ts";
import { Client } from "./client.ts";
import { commandTransport } from "./command-transport.ts";
import type { Cursor } from "./cursor.ts";
import { daemonSocket, daemonTransport } from "./daemon-transport.ts";
import { socketTransport } from "./socket-transport.ts";
import type { OpenTransport, ProcessEnv } from "./transport.ts";

export interface ConnectOptions {
  /**
   * Socket of a backend. Absent: CLAUDE_PANE_BACKEND_SOCKET, else this user's daemon, which is started if it does not
   * run.
   */
  readonly socket?: string;
  /** A program that speaks the protocol on its standard streams, instead of a socket: `["mullion-pane-backend"]`. */
  readonly command?: readonly string[];
  /** Any other transport to a backend. */
  readonly transport?: OpenTransport;
  /** Source of the variables, and the environment of a command; absent: process.env. */
  readonly env?: ProcessEnv;
  /** Names the team. Absent: CLAUDE_PANE_BACKEND_SESSION_ID; without that, a team of this client alone. */
  readonly sessionHint?: string;
  /** "all": calls reach the panes of every team and of no team; absent: those of this team alone. */
  readonly reach?: "team" | "all";
  /**
   * `mullion.agent_state_changed` also reports the panes of the hosts on which the team has contexts; with `reach: "all"`,
   * of every host.
   */
  readonly hosts?: boolean;
  /** Events to subscribe to; absent: everything except output. */
  readonly events?: readonly Subscribable[];
  /** Events continue from here: a stream's cursor, of this client or a previous one. */
  readonly cursor?: Cursor;
  /** How long to retry after the connection is lost; 0: never. */
  readonly reconnectTimeoutMs?: number;
  /** Aborts connecting. */
  readonly signal?: AbortSignal;
}

const EVENTS: readonly Subscribable[] = [
  "context_exited",
  "mullion.context_spawned",
  "mullion.context_changed",
];
const RECONNECT_TIMEOUT_MS = 30_000;

/** Connects to a pane backend. Rejects with a BackendError, or with the signal's reason. */
export function connect(options: ConnectOptions = {}): Promise<Client> {
  const { env = process.env, events = EVENTS, reconnectTimeoutMs = RECONNECT_TIMEOUT_MS, cursor } = options;
  const transport = options.transport ?? chooseTransport(options, env);
  const sessionHint = options.sessionHint ?? (env.CLAUDE_PANE_BACKEND_SESSION_ID || undefined);
  const { reach, hosts = false, signal } = options;
  return Client.open({ transport, sessionHint, reach, hosts, events, cursor, reconnectTimeoutMs }, signal);
}

function chooseTransport({ socket, command }: ConnectOptions, env: ProcessEnv): OpenTransport {
  if (command) return commandTransport({ command, env });
  const own = daemonSocket(env);
  const path = socket ?? (env.CLAUDE_PANE_BACKEND_SOCKET || own);
  return path === own ? daemonTransport(env) : socketTransport(path);
}
