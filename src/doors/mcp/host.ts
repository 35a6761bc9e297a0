import type { ConnectOptions } from "../../client/index.ts";

/** What the MCP door needs to serve one client. */
export interface McpHost {
  readonly version: string;
  /** How to reach the daemon, and for which team. */
  readonly connection: Pick<ConnectOptions, "env" | "socket" | "sessionHint" | "reconnectTimeoutMs">;
  readonly grant: McpGrant;
  /** Where programs start on this machine if the client names no directory; undefined: the daemon decides. */
  readonly cwd: string | undefined;
}

/** What the client may do. The person who starts the server decides it, and nothing that a client sends changes it. */
export interface McpGrant {
  /** The panes that are in scope, for sentences: "the team of your pane". */
  readonly scope: string;
  /** Every pane of this user is in scope. */
  readonly all: boolean;
  /** Lists and resources show panes on other machines, if the client does not say otherwise. */
  readonly hosts: boolean;
  /** Nothing may be typed, started, ended or written. */
  readonly readOnly: boolean;
}
