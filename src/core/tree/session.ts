import type { Environment } from "../environment/environment.ts";
import type { SessionId } from "../ids.ts";
import type { Options } from "../options/options.ts";
import type { Server } from "./server.ts";
import type { Winlink } from "./winlink.ts";

export interface Session {
  readonly id: SessionId;
  readonly server: Server;
  readonly name: string;
  /** Start directory of new windows. */
  readonly cwd: string;
  /** Times are milliseconds since the epoch; 0 if the event never happened. */
  readonly created: number;
  readonly activity: number;
  readonly lastAttached: number;
  /** Number of attached clients. */
  readonly attached: number;
  readonly options: Options;
  readonly environment: Environment;
  /** Links by ascending index. Sessions of one group share their windows, each with its own links. */
  readonly links: readonly Winlink[];
  readonly current: Winlink;
  /** Previous links, most recent first, without the current one: `last-window`, `#{session_stack}`. */
  readonly lastLinks: readonly Winlink[];
  /** Name of the session group, if the session is in one (`new-session -t`). */
  readonly group: string | undefined;
  linkAt(index: number): Winlink | undefined;
}
