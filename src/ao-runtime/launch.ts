import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BackendError, type Client, type ParamsInput, type Result } from "../client/index.ts";
import type { ProcessEnv } from "../client/transport.ts";
import { ownershipEntries } from "../processes/ownership.ts";
import { markOf } from "../processes/process-mark.ts";
import type { RuntimeCreateConfig, RuntimeHandle } from "./contract.ts";
import type { HandleData } from "./handle.ts";
import { launchFailure } from "./launch-failure.ts";
import type { Settings } from "./settings.ts";

const SESSION_ID = /^[a-zA-Z0-9_-]+$/;
/** tmux keeps 2,000. */
const HISTORY_LINES = 50_000;
/** Launch commands are written for one of these shells. */
const SHELLS = new Set(["sh", "bash", "dash", "ksh", "zsh"]);
/** Variables that identify a process's pane belong to the new pane, not to the orchestrator's. */
const OF_A_PANE = /^(TMUX$|TMUX_PANE$|TERM|COLUMNS$|LINES$|CLAUDE_PANE_|MULLION_BIN$)/;

/**
 * Starts a session that runs the launch command. The command is passed to a shell as its argument, never typed: nothing
 * races a prompt, nothing is truncated, and the session ends with the agent. A failed launch leaves nothing behind.
 */
export async function launch(
  client: Client,
  config: RuntimeCreateConfig,
  settings: Settings,
): Promise<RuntimeHandle> {
  const { sessionId, workspacePath, launchCommand } = config;
  if (!SESSION_ID.test(sessionId))
    throw new Error(`Invalid session ID ${JSON.stringify(sessionId)}: must match ${SESSION_ID}`);
  const env = agentEnvironment(settings.env, config.environment);
  const command = [shellOf(env), "-c", launchCommand];
  const createdAt = Date.now();
  const failed = (reason: string, cause?: unknown) =>
    new Error(`Failed to launch session "${sessionId}": ${reason}`, { cause });
  const mark = randomUUID();
  const made = await spawnSession(client, mark, {
    name: sessionId,
    server: settings.server,
    command,
    cwd: workspacePath,
    env,
    metadata: { ...ownershipEntries(createdAt, settings.ownerPid), launch: mark },
    history_lines: HISTORY_LINES,
  }).catch((error: Error) => {
    throw failed(error.message, error);
  });
  const { context_id: contextId, pid, socket } = made;
  const process = markOf(pid);
  const failure = await launchFailure(client, { contextId, command, pid });
  if (failure !== undefined) {
    // The process has ended; a pane that remain-on-exit keeps is removed too.
    await client.call("mullion.kill_session", { name: sessionId, context_id: contextId }).catch(() => {});
    throw failed(failure);
  }
  const data: HandleData = { createdAt, workspacePath, pid, process, contextId, socket };
  return { id: sessionId, runtimeName: settings.name, data: { ...data } };
}

/** The orchestrator's own environment, overridden by its variables for this agent. */
function agentEnvironment(
  own: ProcessEnv,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const inherited = Object.entries(own).filter(
    ([name, value]) => value !== undefined && !OF_A_PANE.test(name),
  );
  return { ...(Object.fromEntries(inherited) as Record<string, string>), ...given };
}

function shellOf({ SHELL = "" }: ProcessEnv): string {
  return SHELL.startsWith("/") && SHELLS.has(basename(SHELL)) ? SHELL : "/bin/sh";
}

type Spawned = Pick<Result<"mullion.spawn_session">, "context_id" | "pid" | "socket">;

/** Longest time after the next daemon's start until a session that the previous daemon had begun appears. */
const FOUND_MS = 3_000;
const PAUSE_MS = 20;

/**
 * Spawns a session, also if the daemon dies before it answers: a session that it had begun continues, and is found by
 * its unique mark. If nothing had begun, nothing is left.
 */
async function spawnSession(
  client: Client,
  mark: string,
  params: ParamsInput<"mullion.spawn_session">,
): Promise<Spawned> {
  try {
    return await client.call("mullion.spawn_session", params);
  } catch (error) {
    const isLost = error instanceof BackendError && error.code === "connection-lost";
    const found = isLost ? await findAgain(client, params.name, mark) : undefined;
    if (!found) throw error;
    return found;
  }
}

async function findAgain(client: Client, session: string, mark: string): Promise<Spawned | undefined> {
  for (const deadline = Date.now() + FOUND_MS; Date.now() < deadline; await delay(PAUSE_MS)) {
    const { sessions } = await client.call("mullion.tree", { session });
    for (const { socket, windows } of sessions)
      for (const { context_id, pid, metadata } of windows.flatMap(({ panes }) => panes))
        if (metadata.launch === mark) return { context_id, pid, socket };
  }
  return undefined;
}
