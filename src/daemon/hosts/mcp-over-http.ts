import { MuxError } from "../../core/errors.ts";
import type { McpCall } from "../../doors/http/host.ts";

/** Loaded at the first request: the package behind it would slow every start, and most daemons never need it. */
const load = () => import("../../doors/mcp/index.ts").catch(missing);

/**
 * The MCP door behind HTTP. It is a client of this daemon's own socket, as it is in a process of its own: what it can
 * reach depends on the team and the reach of a connection, in one place.
 */
export async function mcpOverHttp(
  { team, all, readOnly, ...exchange }: McpCall,
  { version, socket }: { readonly version: string; readonly socket: string },
): Promise<Response> {
  const { answerMcp } = await load();
  return await answerMcp(
    {
      version,
      // A connection that ends with this daemon is not made again: the client's next request reaches the next daemon.
      connection: { socket, env: {}, sessionHint: team, reconnectTimeoutMs: 0 },
      grant: { scope: all ? "the panes of this user" : `the team ${JSON.stringify(team)}`, all, readOnly },
    },
    exchange,
  );
}

/** The door is a file of its own beside the daemon's, and an installation may have removed it. */
function missing(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  throw new MuxError(
    "not-supported",
    "the package of this daemon was removed or replaced: `mullion upgrade` starts the one that is installed",
  );
}
