import { createMcpHandler, InMemoryServerEventBus } from "@modelcontextprotocol/server";
import type { McpHost } from "./host.ts";
import { Link } from "./link.ts";
import { createMcpServer } from "./mcp-server.ts";
import { McpScope } from "./scope.ts";
import { Updates } from "./updates.ts";

export interface McpExchange {
  /** Aborted when the client disconnects. */
  readonly request: Request;
  readonly body: string;
  /** Whether the client does not read its answer. */
  isCongested(): boolean;
}

/**
 * Answers one request of streamable HTTP. Nothing is kept between requests, so a client need not notice that the daemon was
 * replaced. A request to listen is answered with a stream of notifications, until the client disconnects.
 */
export async function answerMcp(
  host: McpHost,
  { request, body, isCongested }: McpExchange,
): Promise<Response> {
  const link = new Link(host);
  const bus = new InMemoryServerEventBus();
  const updates = new Updates(new McpScope(link, host.grant), {
    updated: (uri) => bus.publish({ kind: "resource_updated", uri }),
    listChanged: () => bus.publish({ kind: "resources_list_changed" }),
    get congested() {
      return isCongested();
    },
  });
  const handler = createMcpHandler(({ era }) => createMcpServer(host, link, { updates: era === "modern" }), {
    bus,
  });
  request.signal.addEventListener("abort", () => {
    updates.close();
    link.close();
    void handler.close();
  });
  updates.listen(parsed(body));
  return await handler.fetch(request);
}

/** The package answers a body that is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
