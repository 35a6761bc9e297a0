import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, type TestDaemon } from "../fixtures/daemon.ts";

/** The revisions that clients speak: with a handshake (up to 2025), and with every request complete in itself (2026). */
export type Era = "legacy" | "modern";

export interface McpOptions {
  readonly era?: Era;
  readonly all?: boolean;
  readonly allHosts?: boolean;
  readonly readOnly?: boolean;
  /** HTTP: the name of the team. */
  readonly team?: string;
  /** Stdio: the pane that the client runs in, as its CLAUDE_PANE_BACKEND_SESSION_ID. */
  readonly hint?: string;
  /** Stdio: the directory of the server. */
  readonly cwd?: string;
}

/** The official client, connected to a server of this instance. */
export async function openMcp(
  daemon: TestDaemon,
  over: "stdio" | "http",
  options: McpOptions = {},
): Promise<Client> {
  const mode = options.era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(over === "stdio" ? stdio(daemon, options) : await http(daemon, options));
  return client;
}

function stdio(daemon: TestDaemon, { all, allHosts, readOnly, hint, team, cwd }: McpOptions): Transport {
  const wide = [...(all ? ["--all"] : []), ...(allHosts ? ["--all-hosts"] : [])];
  const args = ["mcp", ...wide, ...(readOnly ? ["--read-only"] : [])];
  const pane = hint ?? team;
  const env = {
    ...(daemon.env as Record<string, string>),
    ...(pane && { CLAUDE_PANE_BACKEND_SESSION_ID: pane }),
  };
  const command = join(root, "bin/mullion");
  return new StdioClientTransport({
    command,
    args,
    env,
    stderr: "inherit",
    ...(cwd !== undefined && { cwd }),
  });
}

async function http(daemon: TestDaemon, { all, allHosts, readOnly, team }: McpOptions): Promise<Transport> {
  const { port, token } = JSON.parse((await daemon.run("token", "--json")).stdout);
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  if (all) url.searchParams.set("all", "");
  if (allHosts) url.searchParams.set("all-hosts", "");
  if (readOnly) url.searchParams.set("read-only", "");
  const headers = { authorization: `Bearer ${token}`, ...(team && { "mullion-team": team }) };
  return new StreamableHTTPClientTransport(url, { requestInit: { headers } });
}

export interface ToolOutcome {
  readonly isError: boolean;
  readonly text: string;
  /** The code of a failure, as the protocol has it. */
  readonly code: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its tool.
  readonly result: any;
}

export async function callTool(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ToolOutcome> {
  const outcome = await client.callTool({ name, arguments: given });
  const { isError = false, content, structuredContent, _meta } = outcome;
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { isError, text, code: _meta?.["mullion/code"], result: structuredContent };
}

/** The structured result of a call that must succeed. */
export async function resultOf(client: Client, name: string, given: Readonly<Record<string, unknown>> = {}) {
  const { isError, text, result } = await callTool(client, name, given);
  if (isError) throw new Error(`${name} failed: ${text}`);
  return result;
}
