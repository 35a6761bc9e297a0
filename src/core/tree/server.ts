import type { AgentStates } from "../agent/agent-states.ts";
import type { BufferStack } from "../buffers/buffer-stack.ts";
import type { Environment } from "../environment/environment.ts";
import type { Events } from "../events.ts";
import type { PaneId, SessionId, WindowId } from "../ids.ts";
import type { KeyTables } from "../keys/key-tables.ts";
import type { Options } from "../options/options.ts";
import type { Client } from "./client.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import type { Window } from "./window.ts";
import type { Winlink } from "./winlink.ts";

/**
 * One tmux server: what stands behind one `-L name` or `-S path`. Isolated from the others in everything: sessions,
 * ids, options, environment, buffers. A daemon holds many.
 */
export interface Server {
  /** Absolute path of its socket: the server's identity. */
  readonly socketPath: string;
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly sessions: ReadonlyMap<SessionId, Session>;
  readonly windows: ReadonlyMap<WindowId, Window>;
  readonly panes: ReadonlyMap<PaneId, Pane>;
  /** Server options (`set -s`). */
  readonly options: Options;
  /** Global session options (`set -g`). */
  readonly sessionOptions: Options;
  /** Global window options (`set -gw`). */
  readonly windowOptions: Options;
  readonly environment: Environment;
  readonly buffers: BufferStack;
  readonly keys: KeyTables;
  readonly events: Events;
  /** How the programs in its panes are doing. */
  readonly agents: Pick<AgentStates, "of" | "evidenceOf">;
  /**
   * `select-pane -m`: the pane, and the link it was marked through, whose window shows the flag M. The mark counts only
   * while the link's window holds the pane.
   */
  readonly marked: Pane | undefined;
  readonly markedLink: Winlink | undefined;
  /** The number that the next session gets. */
  readonly next: { readonly session: number };
  /** In the order they attached. */
  readonly clients: readonly Client[];
  /** Sessions that share their windows, by the group's name. */
  readonly groups: ReadonlyMap<string, readonly Session[]>;
  /** Sessions in tmux's listing order, which is by name. */
  sessionsByName(): readonly Session[];
  sessionNamed(name: string): Session | undefined;
}
