import type { Environment } from "../environment/environment.ts";
import type { SessionId } from "../ids.ts";
import type { Options } from "../options/options.ts";
import type { Server } from "./server.ts";
import type { Winlink } from "./winlink.ts";

export interface Session {
  readonly id: SessionId;
  readonly server: Server;
  readonly name: string;
  /** Where new windows start. */
  readonly cwd: string;
  /** Times are milliseconds since the epoch; 0 where it never happened. */
  readonly created: number;
  readonly activity: number;
  readonly lastAttached: number;
  /** Number of attached clients. */
  readonly attached: number;
  readonly options: Options;
  readonly environment: Environment;
  /** By index, ascending. Sessions of one group share their windows, each with links of its own. */
  readonly links: readonly Winlink[];
  readonly current: Winlink;
  /** Most recent first, without the current one: `last-window`, `#{session_stack}`. */
  readonly lastLinks: readonly Winlink[];
  /** Name of the session group, if it is in one (`new-session -t`). */
  readonly group: string | undefined;
  linkAt(index: number): Winlink | undefined;
}
