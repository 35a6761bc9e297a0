import { Client } from "./client.ts";
import { commandTransport } from "./command-transport.ts";
import type { Cursor } from "./cursor.ts";
import { daemonSocket, daemonTransport } from "./daemon-transport.ts";
import type { Environment } from "./environment.ts";
import type { Subscribable } from "./establish.ts";
import { socketTransport } from "./socket-transport.ts";
import type { OpenTransport } from "./transport.ts";

export interface ConnectOptions {
  /** Of a backend. Where absent: CLAUDE_PANE_BACKEND_SOCKET, else this user's daemon, which is started where it does not run. */
  readonly socket?: string;
  /** A program that speaks the protocol on its standard streams, instead of a socket: `["mullion-pane-backend"]`. */
  readonly command?: readonly string[];
  /** Any other way to a backend. */
  readonly transport?: OpenTransport;
  /** Where the variables are read, and what a command gets; process.env where absent. */
  readonly env?: Environment;
  /** Names the team. Where absent: CLAUDE_PANE_BACKEND_SESSION_ID; without that the team is this client's own. */
  readonly sessionHint?: string;
  /** What is told. Everything but output where absent. */
  readonly events?: readonly Subscribable[];
  /** Events go on from here: a stream's cursor, of this client or of one before it. */
  readonly cursor?: Cursor;
  /** How long to try when the connection went; 0: not at all. */
  readonly reconnectTimeoutMs?: number;
  /** Of the connecting. */
  readonly signal?: AbortSignal;
}

const EVENTS: readonly Subscribable[] = [
  "context_exited",
  "mullion.context_spawned",
  "mullion.context_changed",
];
const RECONNECT_TIMEOUT_MS = 30_000;

/** Connects to a pane backend. */
export function connect(options: ConnectOptions = {}): Promise<Client> {
  const { env = process.env, events = EVENTS, reconnectTimeoutMs = RECONNECT_TIMEOUT_MS, cursor } = options;
  const transport = options.transport ?? chooseTransport(options, env);
  const sessionHint = options.sessionHint ?? (env.CLAUDE_PANE_BACKEND_SESSION_ID || undefined);
  return Client.open({ transport, sessionHint, events, cursor, reconnectTimeoutMs }, options.signal);
}

function chooseTransport({ socket, command }: ConnectOptions, env: Environment): OpenTransport {
  if (command) return commandTransport({ command, env });
  const own = daemonSocket(env);
  const path = socket ?? (env.CLAUDE_PANE_BACKEND_SOCKET || own);
  return path === own ? daemonTransport(env) : socketTransport(path);
}
