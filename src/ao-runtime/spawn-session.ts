import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { BackendError, type Client, type ParamsInput, type Result } from "../client/index.ts";

type Params = Omit<ParamsInput<"mullion.spawn_session">, "metadata"> & {
  readonly metadata: Readonly<Record<string, string>>;
};
type Spawned = Pick<Result<"mullion.spawn_session">, "context_id" | "pid" | "socket">;

/** Longest time after the next daemon's start until a session that the previous daemon had begun appears. */
const FOUND_MS = 3_000;
const PAUSE_MS = 20;

/**
 * Spawns a session, also if the daemon dies before it answers: a session that it had begun continues, and is found by
 * its unique mark. If nothing had begun, nothing is left.
 */
export async function spawnSession(client: Client, params: Params): Promise<Spawned> {
  const launch = randomUUID();
  try {
    return await client.call("mullion.spawn_session", {
      ...params,
      metadata: { ...params.metadata, launch },
    });
  } catch (error) {
    const isLost = error instanceof BackendError && error.code === "connection-lost";
    const found = isLost ? await findAgain(client, params.name, launch) : undefined;
    if (!found) throw error;
    return found;
  }
}

async function findAgain(client: Client, session: string, launch: string): Promise<Spawned | undefined> {
  for (const deadline = Date.now() + FOUND_MS; Date.now() < deadline; await delay(PAUSE_MS)) {
    const { sessions } = await client.call("mullion.tree", { session });
    for (const { socket, windows } of sessions)
      for (const { context_id, pid, metadata } of windows.flatMap(({ panes }) => panes))
        if (metadata.launch === launch) return { context_id, pid, socket };
  }
  return undefined;
}
