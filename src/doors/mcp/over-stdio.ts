import type { Readable, Writable } from "node:stream";
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpHost } from "./host.ts";
import { LineTransport } from "./line-transport.ts";
import { Link } from "./link.ts";
import { createMcpServer } from "./mcp-server.ts";
import { sentenceOf } from "./refusal.ts";
import { McpScope } from "./scope.ts";
import { Updates } from "./updates.ts";

/**
 * Serves one client over standard streams, in every version of the protocol that the package speaks. Resolves when the
 * client has closed its side.
 */
export function serveMcp(host: McpHost, input: Readable, output: Writable): Promise<void> {
  const transport = new LineTransport(input, output);
  const link = new Link(host);
  let server: McpServer | undefined;
  const updates = new Updates(new McpScope(link, host.grant), {
    updated: (uri) => void server?.server.sendResourceUpdated({ uri }).catch(() => {}),
    listChanged: () => void server?.server.sendResourceListChanged().catch(() => {}),
    get congested() {
      return transport.congested;
    },
  });
  link.onOpened = () => updates.followAgain();
  transport.onInbound = (message) => updates.listen(message);
  return new Promise((resolve) => {
    transport.onEnded = () => {
      updates.close();
      link.close();
      resolve();
    };
    serveStdio(
      ({ era }) => {
        server = createMcpServer(host, link, { updates: true });
        if (era === "legacy") acceptSubscriptions(server, updates, host);
        return server;
      },
      { transport },
    );
  });
}

/** Until 2025, a client subscribes to each resource, and receives changes of the list unasked. */
function acceptSubscriptions({ server }: McpServer, updates: Updates, { grant }: McpHost): void {
  server.setRequestHandler("resources/subscribe", async ({ params }) => {
    try {
      await updates.watch(params.uri);
    } catch (error) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentenceOf(error, grant) ?? "internal error");
    }
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    updates.unwatch(params.uri);
    return {};
  });
  server.oninitialized = () => updates.follow();
}
