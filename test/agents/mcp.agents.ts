import { existsSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { runProgram } from "../fixtures/run-program.ts";

/**
 * Claude Code with `mullion mcp` in its configuration, against a stand-in of its service that lets it call one tool: the
 * agent connects, offers our tools to its model, calls one, and returns what the tool answered.
 */
const daemon = daemonForAll();
/** On PATH: `npm install -g @anthropic-ai/claude-code`. */
const program = (process.env.PATH ?? "")
  .split(":")
  .map((directory) => join(directory, "claude"))
  .find((path) => existsSync(path));
const TOOL = "mcp__mullion__list";

interface Asked {
  readonly tools: readonly string[];
  readonly results: readonly unknown[];
}

interface Body {
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly { readonly type: string }[];
  }[];
}

const asked: Asked[] = [];
let service: Server;

/** Answers the first request with a call of the tool, and the one that has its result with a last word. */
function answer(body: Body): object[] {
  const results = body.messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result"),
  );
  const tools = (body.tools ?? []).map(({ name }) => name);
  if (tools.length > 0) asked.push({ tools, results });
  const calls = results.length === 0 && tools.includes(TOOL);
  const block = calls
    ? { type: "tool_use", id: "toolu_1", name: TOOL, input: {} }
    : { type: "text", text: "" };
  const delta = calls
    ? { type: "input_json_delta", partial_json: "{}" }
    : { type: "text_delta", text: "The end." };
  const usage = { input_tokens: 1, output_tokens: 1 };
  return [
    {
      type: "message_start",
      message: { id: "m", type: "message", role: "assistant", model: "m", content: [], usage },
    },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: calls ? "tool_use" : "end_turn" }, usage },
    { type: "message_stop" },
  ];
}

describe.runIf(program)("Claude Code", { timeout: 120_000 }, () => {
  const claude = (...argv: string[]) => {
    const { port } = service.address() as AddressInfo;
    const env = {
      ...daemon.env,
      PATH: `${join(root, "bin")}:${process.env.PATH}`,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_AUTH_TOKEN: "stand-in",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // Otherwise its model is offered a search for tools instead of them.
      ENABLE_TOOL_SEARCH: "false",
      // Otherwise its first request may leave before the server has named its tools.
      MCP_CONNECTION_NONBLOCKING: "0",
    };
    return runProgram(program!, argv, { cwd: daemon.env.HOME!, env, timeoutMs: 100_000 });
  };

  beforeAll(async () => {
    service = createServer(async (request, response) => {
      const body = JSON.parse((await text(request)) || "{}");
      if (!body.messages) return void response.end("{}");
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of answer(body) as { type: string }[])
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    writeFileSync(join(daemon.env.HOME!, ".claude.json"), JSON.stringify({ hasCompletedOnboarding: true }));
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });

  test("connects to the server that `claude mcp add` configures", async () => {
    const added = await claude("mcp", "add", "--scope", "user", "mullion", "--", "mullion", "mcp");
    expect(added).toMatchObject({ status: 0 });
    expect((await claude("mcp", "list")).stdout).toMatch(/mullion: mullion mcp.*Connected/);
  });

  test("offers every tool to its model, and calls one", async () => {
    await daemon.tmux("new-session", "-d", "-s", "seen", "cat");
    const config = join(daemon.dir, "mcp.json");
    const server = { command: "mullion", args: ["mcp", "--all", "--read-only"] };
    writeFileSync(config, JSON.stringify({ mcpServers: { mullion: server } }));
    const { stdout, stderr, status } = await claude(
      "--print",
      "list the panes",
      "--strict-mcp-config",
      "--mcp-config",
      config,
      "--allowedTools",
      TOOL,
    );
    expect({ status, stdout: stdout.trim(), stderr }).toMatchObject({ status: 0, stdout: "The end." });
    const ours = asked[0]!.tools.filter((name) => name.startsWith("mcp__mullion__"));
    expect(ours.map((name) => name.slice("mcp__mullion__".length)).sort()).toEqual([
      "answer",
      "explain",
      "kill",
      "list",
      "read",
      "record",
      "search",
      "send_keys",
      "send_text",
      "spawn",
      "wait",
    ]);
    const result = JSON.stringify(asked.find(({ results }) => results.length > 0)?.results);
    expect(result).toContain("seen");
  });
});
