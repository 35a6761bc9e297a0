import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { request } from "../http/request.ts";
import { callTool, openMcp, resultOf } from "./mcp-client.ts";

let daemon: TestDaemon;
let server: RawServer | undefined;
beforeEach(async () => {
  daemon = await startDaemon();
});
afterEach(async () => {
  await server?.end();
  server = undefined;
  await daemon.stop();
});

/** `mullion mcp` with a client that sends what it likes. */
class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  #text = "";

  constructor(instance: TestDaemon) {
    this.child = spawn(join(root, "bin/mullion"), ["mcp"], { env: instance.env, stdio: "pipe" });
    this.child.stdin.on("error", () => {});
  }

  read(): this {
    this.child.stdout.on("data", (chunk) => {
      this.#text += chunk;
    });
    return this;
  }

  get messages(): {
    readonly id?: number;
    readonly error?: { code: number; message: string };
    readonly result?: unknown;
  }[] {
    return this.#text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  send(message: object | string): void {
    this.child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }

  async initialize(): Promise<void> {
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    };
    this.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  answer(id: number) {
    return waitFor(() => this.messages.find((message) => message.id === id), `the answer ${id}`);
  }

  async end(): Promise<number | null> {
    const { child } = this;
    if (child.exitCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.stdin.end();
    return await ended;
  }
}

test("a wait goes on over a killed daemon, and so do the tools", async () => {
  const client = await openMcp(daemon, "stdio");
  const { id } = await resultOf(client, "spawn", {
    command: ["sh", "-c", "read -r x; echo after; exec cat"],
    name: "kept",
  });
  const waiting = resultOf(client, "wait", { pane: id, until: "text", text: "after" });
  for (let kill = 0; kill < 2; kill++) {
    await resultOf(client, "list"); // The wait was sent before this, to the same daemon.
    await daemon.kill9();
  }
  expect((await resultOf(client, "list")).panes).toEqual([expect.objectContaining({ id, name: "kept" })]);
  await resultOf(client, "send_text", { pane: "kept", text: "now", submit: true });
  expect(await waiting).toMatchObject({ outcome: "met", line: "after" });
  await client.close();
});

test("a subscription goes on over a killed daemon", async () => {
  const client = await openMcp(daemon, "stdio");
  const updated: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void updated.push(params.uri),
  );
  const { id } = await resultOf(client, "spawn", { command: ["cat"] });
  const uri = `mullion://pane/${id}`;
  await client.subscribeResource({ uri });
  await daemon.kill9();
  await resultOf(client, "send_text", { pane: id, text: "again", submit: true });
  await waitFor(() => updated.includes(uri), "an update from the next daemon");
  await client.close();
});

test("after `mullion down` a wait says so, and the next spawn starts a daemon", async () => {
  const client = await openMcp(daemon, "stdio");
  const { id } = await resultOf(client, "spawn", { command: ["cat"] });
  const waiting = callTool(client, "wait", { pane: id, until: "text", text: "never" });
  await resultOf(client, "list");
  await daemon.run("down", "--force");
  const { isError, text, result } = await waiting;
  // The end of the pane may be reported before the end of the daemon.
  if (isError) expect(text).toMatch(/`spawn` starts the daemon again$/);
  else expect(result).toMatchObject({ outcome: "exited" });
  expect((await resultOf(client, "spawn", { command: ["cat"] })).id).not.toBe(id);
  await client.close();
});

test("over HTTP, a request after the daemon's death reaches the next daemon", async () => {
  const client = await openMcp(daemon, "http", { era: "modern" });
  const { id } = await resultOf(client, "spawn", { command: ["cat"], name: "kept" });
  const waiting = callTool(client, "wait", { pane: id, until: "text", text: "never" }).catch(
    (error: Error) => error,
  );
  await resultOf(client, "list");
  await daemon.kill9();
  expect(await waiting).toBeInstanceOf(Error);
  await daemon.run("up");
  expect((await resultOf(client, "list")).panes).toEqual([expect.objectContaining({ id, name: "kept" })]);
  await client.close();
});

test("malformed messages are answered with an error, and the server goes on", async () => {
  server = new RawServer(daemon).read();
  const wrong = [
    "not json",
    "[]",
    "42",
    '{"jsonrpc":"1.0","id":7,"method":"ping"}',
    '{"id":8}',
    `{"a":${"[".repeat(100_000)}`,
  ];
  for (const line of wrong) server.send(line);
  server.send(Buffer.from([0xff, 0xfe, 0x7b]).toString("latin1"));
  await server.initialize();
  server.send({ jsonrpc: "2.0", id: 1, method: "tools/nonsense" });
  server.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "nonsense" } });
  server.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "list", arguments: 5 } });
  server.send({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "list" } });
  expect((await server.answer(1)).error).toMatchObject({ code: -32601 });
  expect((await server.answer(2)).error).toMatchObject({ code: -32602 });
  expect((await server.answer(3)).error).toBeDefined();
  expect((await server.answer(4)).result).toMatchObject({ structuredContent: { panes: [] } });
  const rejected = server.messages.filter(({ id }) => id === undefined).map(({ error }) => error!.code);
  expect(rejected).toEqual([-32700, -32600, -32600, -32600, -32600, -32700, -32700]);
  expect(await server.end()).toBe(0);
});

test("huge arguments are rejected with a sentence, and the server goes on", async () => {
  server = new RawServer(daemon).read();
  await server.initialize();
  const call = (id: number, given: object) =>
    server!.send({ jsonrpc: "2.0", id, method: "tools/call", params: given });
  call(1, { name: "send_text", arguments: { pane: "x", text: "y".repeat(100_000) } });
  call(2, { name: "send_keys", arguments: { pane: "x", keys: Array(5_000).fill("y") } });
  call(3, { name: "spawn", arguments: { command: ["y".repeat(8 * 1024 * 1024)] } });
  call(4, { name: "read", arguments: { pane: "z".repeat(500_000) } });
  call(5, { name: "list", arguments: {} });
  for (const id of [1, 2, 4])
    expect((await server.answer(id)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^.{0,300}Too big/s) }],
    });
  await server.answer(5);
  expect(server.messages.filter(({ id }) => id === undefined)).toEqual([
    { jsonrpc: "2.0", error: { code: -32600, message: expect.stringMatching(/at most 1048576 bytes/) } },
  ]);
});

test("an answer is bounded, whatever a pane holds", async () => {
  const client = await openMcp(daemon, "stdio");
  const script =
    "i=0; while [ $i -lt 3000 ]; do printf '%070d\\n' $i; i=$((i+1)); done; echo finished; exec cat";
  const { id } = await resultOf(client, "spawn", { command: ["sh", "-c", script] });
  await resultOf(client, "wait", { pane: id, until: "text", text: "finished" });
  for (const way of [{ lines: 5_000 }, { since: 0 }]) {
    const { text, cut } = await resultOf(client, "read", { pane: id, ...way });
    expect(text.length).toBeLessThanOrEqual(64 * 1024);
    expect(text.endsWith("finished")).toBe(true);
    expect(cut).toBeGreaterThan(50_000);
    expect(text).toMatch(/^\d{70}\n/);
  }
  const { contents } = await client.readResource({ uri: `mullion://pane/${id}/history` });
  expect(JSON.stringify(contents).length).toBeLessThan(80 * 1024);
  const found = await resultOf(client, "search", { pattern: "0", max: 200 });
  expect(found).toMatchObject({ more: true });
  expect(found.matches).toHaveLength(200);
  await client.close();
});

test("a client that does not read its answers is not read from, and the memory of the server stays bounded", async () => {
  server = new RawServer(daemon);
  const { child } = server;
  await server.initialize();
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const lines = `${JSON.stringify(list)}\n`.repeat(2_000);
  let [sent, stuck] = [0, false];
  for (; sent < 200 && !stuck; sent++)
    stuck = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), 3_000);
      child.stdin.write(lines, () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  expect(stuck).toBe(true);
  const residentKib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]);
  expect(residentKib).toBeLessThan(400 * 1024);
  child.kill("SIGKILL");
}, 60_000);

test("the server ends in silence with a client that has asked nothing", async () => {
  expect(await daemon.run("mcp")).toEqual({ stdout: "", stderr: "", status: 0 });
});

test("the server ends with its client, and leaves the panes", async () => {
  server = new RawServer(daemon).read();
  await server.initialize();
  server.send({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "spawn", arguments: { command: ["cat"] } },
  });
  server.send({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "wait", arguments: { pane: "ctx_0", until: "exit" } },
  });
  await server.answer(1);
  expect(await server.end()).toBe(0);
  const client = await openMcp(daemon, "stdio");
  expect((await resultOf(client, "list")).panes).toHaveLength(1);
  await client.close();
});

test("HTTP admits only the token, the right Host, and no page of a browser", async () => {
  const { port, token } = JSON.parse((await daemon.run("token", "--json")).stdout);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const ask = async (headers: Record<string, string>, path = "/mcp") =>
    (
      await request(
        {
          port,
          method: "POST",
          path,
          headers: {
            host: `127.0.0.1:${port}`,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
        },
        body,
      )
    ).status;
  expect(await ask({})).toBe(200);
  expect(await ask({ authorization: "Bearer wrong" })).toBe(401);
  expect(await ask({ host: "evil.example" })).toBe(403);
  expect(await ask({ origin: "http://evil.example" })).toBe(403);
  expect(await ask({ "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await ask({}, `/mcp?token=${token}`)).toBe(400);
  expect(await ask({ "content-type": "text/plain" })).toBe(415);
  expect(await ask({ "content-length": String(2 * 1024 * 1024) })).toBe(413);
});
