import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Client, connect } from "../client/index.ts";
import type { ProcessEnv } from "../client/transport.ts";
import { programs } from "../package/programs.ts";
import { isRunning } from "../processes/process-mark.ts";
import { familyOf, processTable } from "../processes/process-table.ts";
import type { Attachment, Runtime, RuntimeHandle, RuntimeMetrics } from "./contract.ts";
import { dataOf } from "./handle.ts";
import { launch } from "./launch.ts";
import { findLive } from "./live-session.ts";
import type { Settings } from "./settings.ts";
import { Usage } from "./usage.ts";

/** Longest time for a busy agent to read a message. */
const MESSAGE_TIMEOUT_MS = 60_000;
/** Longest wait for a starting agent before anything is typed. */
const STARTING_MS = 15_000;
const DEFAULT_LINES = 50;
const MOST_LINES = 1_000_000;

/**
 * Agents as sessions of the Mullion daemon. The handles carry all needed state: any process of the orchestrator can
 * continue where another stopped, also after a restart of the orchestrator, the daemon or both.
 */
export function createRuntime(settings: Settings): Runtime {
  const usage = new Usage();
  const inDaemon = <T>(run: (client: Client) => Promise<T>) => withDaemon(settings.env, run);
  const live = (handle: RuntimeHandle) => inDaemon((client) => findLive(client, handle, settings));

  return {
    name: settings.name,

    create: (config) => inDaemon((client) => launch(client, config, settings)),

    async destroy(handle) {
      await inDaemon((client) => destroy(client, handle, settings)).catch(() => {});
    },

    sendMessage: (handle, message) =>
      inDaemon(async (client) => {
        const session = await findLive(client, handle, settings);
        if (!session) throw new Error(`Session "${handle.id}" is not running`);
        await client.call("mullion.send_text", {
          context_id: session.contextId,
          // A trailing line end would submit the message before Enter does.
          text: message.replace(/[\r\n]+$/, ""),
          clear: true,
          submit: true,
          ready_ms: Math.max(session.createdAt + STARTING_MS - Date.now(), 0),
          timeout_ms: MESSAGE_TIMEOUT_MS,
        });
      }),

    getOutput: (handle, lines = DEFAULT_LINES) =>
      inDaemon(async (client) => {
        const session = await findLive(client, handle, settings);
        // The output of an ended session stays readable for a while.
        const context_id = session?.contextId ?? dataOf(handle).contextId;
        if (context_id === undefined) return "";
        const wanted = Math.min(Math.max(Math.trunc(lines), 1), MOST_LINES);
        return (await client.call("capture", { context_id, lines: wanted })).text;
      }).catch(() => ""),

    isAlive: async (handle) => (await live(handle).catch(() => remembered(handle))) !== undefined,

    async getMetrics(handle): Promise<RuntimeMetrics> {
      const session = await live(handle).catch(() => remembered(handle));
      return session ? await usage.measure(session) : { uptimeMs: 0 };
    },

    async getAttachInfo(handle): Promise<Attachment> {
      const { socket = settings.server } = dataOf(handle);
      return { type: "tmux", target: handle.id, command: attachCommand(handle.id, socket, settings.env) };
    },
  };
}

/** The answer without a daemon; agents outlive it. */
function remembered(handle: RuntimeHandle): { pid: number; createdAt: number } | undefined {
  const { process = "", pid, createdAt } = dataOf(handle);
  return isRunning(process) && pid !== undefined && createdAt !== undefined ? { pid, createdAt } : undefined;
}

const TMUX = programs(fileURLToPath(new URL("../..", import.meta.url))).tmux;

/**
 * A command for a person to paste into any terminal of this user, independent of which `tmux` and which daemon that
 * terminal would find. `server` is a name, or the path of a socket.
 */
function attachCommand(session: string, server: string, { MULLION_DIR }: ProcessEnv): string {
  const instance = MULLION_DIR ? ["env", `MULLION_DIR=${MULLION_DIR}`] : [];
  const which = [server.startsWith("/") ? "-S" : "-L", server];
  return [...instance, TMUX, ...which, "attach", "-t", `=${session}`].map(quote).join(" ");
}

/** Quotes for any shell: zsh expands a word that begins with `=`. */
function quote(word: string): string {
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The daemon's grace period (SIGHUP, five seconds, SIGKILL) and a margin. */
const LONGEST_END_MS = 8_000;
const PAUSE_MS = 10;

/**
 * Ends a session with everything in it, and resolves when no process of it is left: a process that ignores SIGHUP is
 * killed after five seconds. A session that has already ended is no error, and a later session of the same name is not
 * affected.
 */
async function destroy(client: Client, handle: RuntimeHandle, settings: Settings): Promise<void> {
  const live = await findLive(client, handle, settings);
  const { contextId = live?.contextId } = dataOf(handle);
  if (contextId === undefined) return;
  await client
    .call("mullion.kill_session", { name: handle.id, context_id: contextId })
    .catch(() => client.call("kill", { context_id: contextId }))
    .catch(() => {});
  if (live) await allGone(live.pid);
}

/** Waits for the end of the session that this process leads or led. */
async function allGone(pid: number): Promise<void> {
  const deadline = Date.now() + LONGEST_END_MS;
  while (Date.now() < deadline && familyOf(pid, await processTable()).length > 0) await delay(PAUSE_MS);
}

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
async function withDaemon<T>(env: ProcessEnv, run: (client: Client) => Promise<T>): Promise<T> {
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
