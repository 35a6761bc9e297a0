import { type Client, connect } from "../client/index.ts";
import type { Environment } from "./settings.ts";

/** Every session of every orchestrator of this user is this team's, so that any process of one finds it again. */
const TEAM = "ao-runtime";
/** A daemon that died is started again by the next call; one that does not come back is not waited for for long. */
const RECONNECT_TIMEOUT_MS = 10_000;

/**
 * Runs one operation on a connection of its own. An orchestrator's commands end when their work is done: a connection
 * that stayed open would keep them from it.
 */
export async function withDaemon<T>(env: Environment, run: (client: Client) => Promise<T>): Promise<T> {
  // Always this user's own daemon, whoever's backend the orchestrator itself may run in.
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
