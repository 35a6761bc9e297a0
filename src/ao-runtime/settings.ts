import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { ProcessEnv } from "../client/transport.ts";
import { ownUserId } from "../processes/platform.ts";

/** All settings. The orchestrator passes no configuration to runtimes, so they come from its environment. */
export interface Settings {
  /**
   * The name under which the plugin is registered: `tmux` if MULLION_AO_NAME says so. The orchestrator treats handles
   * of that name specially: it calls `tmux` itself for them.
   */
  readonly name: "mullion" | "tmux";
  /** The tmux server of the sessions: its name, or the path of its socket. */
  readonly server: string;
  /** Owner of the sessions: MULLION_AO_OWNER_PID, else this process. */
  readonly ownerPid: number;
  readonly env: ProcessEnv;
}

export function settingsFrom(env: ProcessEnv): Settings {
  const name = env.MULLION_AO_NAME === "tmux" ? "tmux" : "mullion";
  const owner = Number(env.MULLION_AO_OWNER_PID);
  return {
    name,
    server: name === "tmux" ? tmuxSocket(env) : "mullion",
    ownerPid: Number.isInteger(owner) && owner > 0 ? owner : process.pid,
    env,
  };
}

/** The socket that a `tmux` without -L and -S uses in this environment. */
function tmuxSocket({ TMUX, TMUX_TMPDIR, MULLION_DIR }: ProcessEnv): string {
  const current = TMUX?.split(",")[0];
  if (current) return current;
  const directory = `tmux-${ownUserId()}`;
  try {
    return join(realpathSync(TMUX_TMPDIR || MULLION_DIR || "/tmp"), directory, "default");
  } catch {
    return join("/tmp", directory, "default");
  }
}
