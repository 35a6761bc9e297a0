import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { constants } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { RequirementId } from "../../src/conformance/requirements.ts";

/**
 * The smallest backend that does all that is required, over pipes instead of terminals; and, on demand, one that has
 * exactly one fault, named by the requirement that it breaks.
 */
export type Fault = RequirementId | undefined;

interface Context {
  readonly id: string;
  readonly program: string;
  readonly child: ChildProcess | undefined;
  readonly team: string;
  printed: string;
  exited: boolean;
}

interface Connection {
  readonly socket: Socket;
  team: string | undefined;
  wantsOutput: boolean;
  spawned: number;
}

type Params = Record<string, unknown>;

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export class ReferenceBackend {
  readonly directory = mkdtempSync(join(process.env.MULLION_TEST_RUN ?? "/tmp", "r"));
  readonly path = join(this.directory, "s");
  readonly #fault: Fault;
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #connections = new Set<Connection>();
  readonly #contexts: Context[] = [];
  #counter = 0;
  #overtaken: Buffer | undefined;

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.path, resolve));
  }

  async close(): Promise<void> {
    for (const { socket } of this.#connections) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    const running = this.#contexts.flatMap(({ child }) => (child && isRunning(child) ? [child] : []));
    const ends = running.map((child) => new Promise((resolve) => child.on("exit", resolve)));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ends);
    rmSync(this.directory, { recursive: true });
  }

  #has(fault: RequirementId): boolean {
    return this.#fault === fault;
  }

  #serve(socket: Socket): void {
    const connection: Connection = { socket, team: undefined, wantsOutput: false, spawned: 0 };
    this.#connections.add(connection);
    let rest = "";
    socket.on("error", () => {});
    socket.on("close", () => this.#connections.delete(connection));
    socket.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      if (this.#has("rpc:long-line") && rest.length > 500_000) socket.destroy();
      for (const line of lines) void this.#answer(connection, line);
      if (this.#has("rpc:one-answer") && lines.length > 1) void this.#answer(connection, lines.at(-1)!);
    });
  }

  async #answer(connection: Connection, line: string): Promise<void> {
    const { socket } = connection;
    let request: Params;
    try {
      request = JSON.parse(line);
    } catch {
      if (this.#has("rpc:bad-first-line") && !connection.team) return void socket.destroy();
      send(socket, { id: null, error: { code: -32700, message: "not JSON" } });
      if (this.#has("rpc:survives-bad-line") && connection.team) socket.end();
      return;
    }
    const mirror = this.#has("rpc:jsonrpc-mirrored") ? {} : { jsonrpc: request.jsonrpc };
    const id = this.#has("rpc:id") ? String(request.id) : request.id;
    try {
      if (Array.isArray(request)) {
        if (this.#has("rpc:batch")) return;
        throw new Refusal(1003, "one request to a line");
      }
      if (this.#has("rpc:jsonrpc-optional") && request.jsonrpc !== "2.0")
        throw new Refusal(-32600, "no jsonrpc");
      const result = await this.#run(connection, String(request.method), (request.params ?? {}) as Params);
      send(socket, { ...mirror, id, result });
    } catch (error) {
      const { code = -32603, message } = error as Refusal;
      send(socket, { ...mirror, id, error: { code, message } });
    }
  }

  async #run(connection: Connection, method: string, params: Params): Promise<unknown> {
    if (method === "initialize") return this.#initialize(connection, params);
    if (!connection.team && !this.#has("handshake:first")) throw new Refusal(1000, "initialize first");
    const run = Object.hasOwn(this.#methods, method) ? this.#methods[method] : undefined;
    if (run) return await run(connection, params);
    if (this.#has("rpc:unknown-method")) return {};
    throw new Refusal(-32601, `no method ${method}`);
  }

  #initialize(connection: Connection, { protocol_version, capabilities, session_hint }: Params): unknown {
    if (protocol_version !== "1" && !this.#has("handshake:version"))
      throw new Refusal(1002, "version 1 only");
    const declared = (capabilities ?? []) as string[];
    if (this.#has("handshake:unknown-capabilities") && declared.some((name) => name.includes(".")))
      throw new Refusal(-32602, "unknown capability");
    connection.team = (session_hint as string | undefined) ?? randomUUID();
    connection.wantsOutput = declared.includes("context_output");
    const firstChild = this.#has("self:no-child") && session_hint === undefined;
    const self = firstChild ? `ctx_${this.#counter + 1}` : `self_${connection.team}`;
    const silent = this.#has("handshake:result") && capabilities === undefined;
    return {
      protocol_version,
      capabilities: ["events", "capture", "context_output"],
      ...(!silent && { self_context_id: self }),
    };
  }

  readonly #methods: Record<string, (connection: Connection, params: Params) => unknown> = {
    spawn_agent: (connection, params) => this.#spawn(connection, params),
    write: (connection, params) => this.#write(connection, params),
    capture: (connection, params) => this.#capture(connection, params),
    kill: (connection, params) => this.#kill(connection, params),
    list: ({ team }) => this.#list(team),
  };

  async #spawn(connection: Connection, params: Params): Promise<unknown> {
    const [program, ...argv] = this.#command(params.command);
    if (this.#has("spawn:metadata") && "conformance" in ((params.metadata ?? {}) as Params))
      throw new Refusal(-32602, "unknown metadata");
    const context_id = this.#newId(connection, program);
    const team = connection.team ?? "";
    if (program === "") {
      this.#contexts.push({ id: context_id, program, child: undefined, team, printed: "", exited: true });
      return { context_id };
    }
    const env = this.#has("spawn:env") ? {} : (params.env as Record<string, string>);
    const child = spawn(program, argv, {
      ...(typeof params.cwd === "string" && !this.#has("spawn:cwd") && { cwd: params.cwd }),
      env: { ...process.env, ...env },
    });
    child.stdin.on("error", () => {});
    const context: Context = { id: context_id, program, child, team, printed: "", exited: false };
    const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
    this.#watch(context);
    await new Promise((resolve, reject) => child.on("spawn", resolve).on("error", reject)).catch(() => {
      if (!this.#has("spawn:missing-program")) throw new Refusal(1021, `no program ${program}`);
    });
    this.#contexts.push(context);
    if (this.#has("spawn:distinct")) this.#counter += 1;
    if (this.#has("spawn:answer-first") && argv.at(-1) === "exit 0") await ended;
    return { context_id };
  }

  #command(command: unknown): [string, ...string[]] {
    const words =
      typeof command === "string" && this.#has("spawn:string-refused") ? command.split(" ") : command;
    if (!Array.isArray(words) || words.some((word) => typeof word !== "string"))
      throw new Refusal(-32602, "command is no list");
    if (words.length === 0 && !this.#has("spawn:empty-refused")) throw new Refusal(1020, "empty command");
    const [program = "", ...argv] = words as string[];
    return [program, ...argv.filter((word) => word !== "" || !this.#has("spawn:argv"))];
  }

  #newId(connection: Connection, program: string): string {
    connection.spawned += 1;
    if (this.#has("id:never-reused")) return `ctx_${connection.spawned}`;
    // It counts only when the program runs: meanwhile another one gets the same number.
    if (this.#has("spawn:distinct") && program === "cat") return `ctx_${this.#counter}c`;
    this.#counter += 1;
    return `ctx_${this.#counter}`;
  }

  #watch(context: Context): void {
    const { child } = context;
    const held: Params[] = [];
    const print = (chunk: Buffer) => {
      context.printed += chunk;
      const bytes = this.#has("output:raw") ? stripVTControlCharacters(String(chunk)) : chunk;
      const params = { context_id: context.id, data: Buffer.from(bytes).toString("base64") };
      if (this.#has("output:before-exit") && context.printed.includes("500 of")) held.push(params);
      else this.#output(context, params);
    };
    child!.stdout!.on("data", print);
    child!.stderr!.on("data", print);
    child!.on("close", (status, signal) => {
      context.exited = true;
      const number = signal === null ? 0 : constants.signals[signal];
      const exit_code = this.#exitCode(status, number);
      const times = this.#has("exit:once") ? 2 : 1;
      for (let n = 0; n < times; n++)
        this.#push(context, "context_exited", { context_id: context.id, exit_code });
      for (const params of held) this.#output(context, params);
    });
  }

  #exitCode(status: number | null, signal: number): number {
    if (status === 255 && this.#has("exit:code")) return -1;
    return status ?? (this.#has("exit:signal") ? signal : 128 + signal);
  }

  #output(context: Context, params: Params): void {
    this.#push(context, "context_output", params, (connection) => {
      const lags = connection.socket.writableLength > 65_536;
      if (this.#has("output:lag-told") && lags) return false;
      return connection.wantsOutput || this.#has("output:only-if-asked");
    });
  }

  #push(context: Context, method: string, params: Params, to = (_: Connection) => true): void {
    for (const connection of this.#connections) {
      const concerned = connection.team === context.team || this.#has("team:events");
      if (concerned && to(connection)) send(connection.socket, { method, params });
    }
  }

  #find({ team }: Connection, { context_id }: Params): Context {
    const found = this.#contexts.findLast((each) => each.team === team && each.id === context_id);
    if (!found) throw new Refusal(1010, `no context ${context_id}`);
    return found;
  }

  #write(connection: Connection, params: Params): unknown {
    const { child, exited } = this.#find(connection, params);
    if (exited && !this.#has("write:exited")) throw new Refusal(1011, "it has exited");
    const data = String(params.data);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data) && !this.#has("write:bad-base64"))
      throw new Refusal(1030, "not base64");
    const bytes = Buffer.from(data, "base64").subarray(0, this.#has("write:all") ? 4096 : undefined);
    if (this.#has("write:base64")) child?.stdin?.write(bytes.toString("latin1"));
    else this.#type(child, bytes);
    return {};
  }

  /** Out of order, where that is the fault: a 5 waits for what comes after it. */
  #type(child: ChildProcess | undefined, bytes: Buffer): void {
    if (this.#has("write:order") && String(bytes) === "5") {
      this.#overtaken = bytes;
      return;
    }
    child?.stdin?.write(bytes);
    if (this.#overtaken) child?.stdin?.write(this.#overtaken);
    this.#overtaken = undefined;
  }

  #capture(connection: Connection, params: Params): unknown {
    const { printed, exited } = this.#find(connection, params);
    if (exited && this.#has("capture:exited")) throw new Refusal(1010, "it has gone");
    let text = this.#has("capture:rendered") ? printed : stripVTControlCharacters(printed);
    if (this.#has("capture:utf8")) text = text.replace(/[^\x00-\x7f]/g, "?");
    if (this.#has("capture:text")) text = text.replaceAll("conformance", "");
    if (typeof params.lines !== "number" || this.#has("capture:lines")) return { text };
    return { text: text.trimEnd().split("\n").slice(-params.lines).join("\n") };
  }

  async #kill(connection: Connection, params: Params): Promise<unknown> {
    if (this.#has("rpc:invalid-params") && params.context_id === null) return {};
    if (this.#has("context:unknown") && params.context_id === "conformance-never-was") return {};
    const { child, program, exited } = this.#find(connection, params);
    if (exited || (this.#has("kill:ends") && program === "sleep")) return {};
    child?.kill("SIGKILL");
    if (this.#has("kill:answer-first")) await new Promise((resolve) => child?.on("close", resolve));
    return {};
  }

  #list(team: string | undefined): unknown {
    const listed = this.#contexts.filter((context) => {
      if (context.exited && !this.#has("list:exited-leave")) return false;
      return context.team === team || this.#has("team:list");
    });
    return { contexts: listed.map(({ id }) => id).slice(this.#has("list:live") ? 1 : 0) };
  }
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

function send(socket: Socket, message: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}
