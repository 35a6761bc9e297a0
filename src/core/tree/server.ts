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
 * One tmux server, identified by `-L name` or `-S path`. Servers share nothing: sessions, ids, options, environment,
 * buffers. A daemon holds many.
 */
export interface Server {
  /** Absolute path of the socket: the server's identity. */
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
  /** Agent states of the panes' programs. */
  readonly agents: Pick<AgentStates, "of" | "evidenceOf">;
  /**
   * `select-pane -m`: the marked pane, and the link through which it was marked, whose window shows the flag M. The
   * mark is valid only while the link's window holds the pane.
   */
  readonly marked: Pane | undefined;
  readonly markedLink: Winlink | undefined;
  /** The number of the next session. */
  readonly next: { readonly session: number };
  /** Clients in the order in which they attached. */
  readonly clients: readonly Client[];
  /** Sessions that share their windows, by group name. */
  readonly groups: ReadonlyMap<string, readonly Session[]>;
  /** Sessions in tmux's listing order, by name. */
  sessionsByName(): readonly Session[];
  sessionNamed(name: string): Session | undefined;
}
