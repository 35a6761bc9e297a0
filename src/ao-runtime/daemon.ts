import { type Client, connect } from "../client/index.ts";
import type { ProcessEnv } from "../client/transport.ts";

/**
 * All sessions of all orchestrators of this user belong to this team, so that any of their processes finds them again.
 */
const TEAM = "ao-runtime";
/** The next call starts a daemon that died; this bounds the wait for one that does not come back. */
const RECONNECT_TIMEOUT_MS = 10_000;

/**
 * Runs one operation on its own connection. An orchestrator's commands must end when their work is done: an open
 * connection would keep them alive.
 */
export async function withDaemon<T>(env: ProcessEnv, run: (client: Client) => Promise<T>): Promise<T> {
  // Always this user's own daemon, whichever backend the orchestrator itself runs in.
  const { CLAUDE_PANE_BACKEND_SOCKET: _socket, ...rest } = env;
  const client = await connect({
    env: rest,
    sessionHint: TEAM,
    events: [],
    reconnectTimeoutMs: RECONNECT_TIMEOUT_MS,
  });
  try {
    return await run(client);
  } finally {
    client.close();
  }
}
