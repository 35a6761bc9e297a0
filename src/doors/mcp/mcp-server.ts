import { type CallToolResult, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import type { McpTool, ToolCall } from "./define-tool.ts";
import type { McpHost } from "./host.ts";
import { instructions } from "./instructions.ts";
import type { Link } from "./link.ts";
import { codeOf, sentenceOf } from "./refusal.ts";
import { registerResources } from "./resources.ts";
import { McpScope } from "./scope.ts";
import { tools } from "./tools.ts";

/** The server of one client: the tools and the resources of its scope. */
export function createMcpServer(
  host: McpHost,
  link: Link,
  options: { readonly updates: boolean },
): McpServer {
  const { grant, version, cwd } = host;
  const scope = new McpScope(link, grant);
  const server = new McpServer(
    { name: "mullion", title: "Mullion", version },
    {
      instructions: instructions(grant),
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: options.updates, subscribe: options.updates },
      },
    },
  );
  for (const tool of tools) register(server, tool, { scope, cwd });
  registerResources(server, scope);
  return server;
}

function register(server: McpServer, tool: McpTool, call: Omit<ToolCall, "signal">): void {
  const { name, title, description, input, output, effect } = tool;
  const refused = call.scope.grant.readOnly && effect !== "looks";
  server.registerTool(
    name,
    {
      title,
      description: refused ? `Rejected: this server is read-only. ${description}` : description,
      inputSchema: input,
      outputSchema: output,
      annotations: {
        readOnlyHint: effect === "looks",
        destructiveHint: effect === "ends",
        idempotentHint: effect !== "types",
        openWorldHint: effect !== "looks",
      },
    },
    (given, { mcpReq: { signal } }: ServerContext) => answer(tool, given, { ...call, signal }),
  );
}

async function answer(
  tool: McpTool,
  given: Parameters<McpTool["run"]>[0],
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    if (tool.effect !== "looks") call.scope.checkWriting(tool.name);
    const { text, result } = await tool.run(given, call);
    return { content: [{ type: "text", text }], structuredContent: result };
  } catch (error) {
    const sentence = sentenceOf(error, call.scope.grant);
    if (sentence === undefined) throw error;
    return {
      content: [{ type: "text", text: sentence }],
      isError: true,
      _meta: { "mullion/code": codeOf(error) },
    };
  }
}
