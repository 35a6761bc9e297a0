import { type ChildProcess, spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { MethodName, ParamsInput, Result } from "../../src/protocol/methods.ts";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

export type Transport = "socket" | "stdio";
export const transports: readonly Transport[] = ["socket", "stdio"];

export interface Message {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: { readonly code: string };
  };
}

/** A client that takes nothing for granted: everything that was said is kept, in its order. */
export class TestClient {
  readonly messages: Message[] = [];
  readonly #input: Writable;
  readonly #socket: Socket | undefined;
  readonly child: ChildProcess | undefined;
  #rest = "";
  #nextId = 1;
  closed = false;
  sentBytes = 0;
  /** Called with each message as it arrives. */
  onMessage: (message: Message) => void = () => {};

  constructor(daemon: TestDaemon, transport: Transport, options: readonly string[] = []) {
    if (transport === "socket") {
      this.#socket = connect(join(daemon.dir, "m/daemon.sock"));
      this.#input = this.#socket;
      this.#listen(this.#socket);
      this.#socket.on("close", () => {
        this.closed = true;
      });
    } else {
      const child = spawn(join(root, "bin/mullion-pane-backend"), options, {
        env: daemon.env,
        stdio: ["pipe", "pipe", "inherit"],
      });
      this.child = child;
      this.#input = child.stdin;
      this.#listen(child.stdout);
      child.on("close", () => {
        this.closed = true;
      });
    }
    this.#input.on("error", () => {});
  }

  #listen(stream: Readable): void {
    stream.on("error", () => {});
    stream.setEncoding("utf8").on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop()!;
      for (const line of lines) {
        this.messages.push(JSON.parse(line) as Message);
        this.onMessage(this.messages.at(-1)!);
      }
    });
  }

  raw(bytes: string | Uint8Array): void {
    this.sentBytes += Buffer.byteLength(bytes);
    this.#input.write(bytes);
  }

  /** Sends and does not wait; gives the id. */
  send(method: string, params: unknown = {}): number {
    const id = this.#nextId++;
    this.raw(`${JSON.stringify({ id, method, params })}\n`);
    return id;
  }

  reply(id: string | number | null, timeoutMs = 30_000): Promise<Message> {
    return waitFor(
      () => this.messages.find((message) => message.id === id && message.method === undefined),
      `the reply to ${id}`,
      timeoutMs,
    );
  }

  /** The whole reply, whatever it is. */
  ask(method: string, params: unknown = {}, timeoutMs = 30_000): Promise<Message> {
    return this.reply(this.send(method, params), timeoutMs);
  }

  /** The result; an error is thrown. */
  async call<N extends MethodName>(
    method: N,
    params: ParamsInput<N>,
    timeoutMs = 30_000,
  ): Promise<Result<N>> {
    const { result, error } = await this.ask(method, params, timeoutMs);
    if (error) throw new Error(`${method}: ${error.data.code}: ${error.message}`);
    return result as Result<N>;
  }

  initialize(params: Partial<ParamsInput<"initialize">> = {}): Promise<Result<"initialize">> {
    return this.call("initialize", { protocol_version: "1", capabilities: ["events"], ...params });
  }

  async spawn(command: string[], rest: Partial<ParamsInput<"spawn_agent">> = {}): Promise<string> {
    return (await this.call("spawn_agent", { command, ...rest })).context_id;
  }

  events(method?: string): Message[] {
    return this.messages.filter(
      (message) => message.method !== undefined && (method === undefined || message.method === method),
    );
  }

  /** Waits for an event about a context. */
  event(method: string, contextId: string, timeoutMs = 30_000): Promise<Message> {
    return waitFor(
      () => this.events(method).find(({ params }) => params?.context_id === contextId),
      `${method} of ${contextId}`,
      timeoutMs,
    );
  }

  /** The bytes of a context's output events, whose offsets must follow on one another. */
  output(contextId: string): string {
    const parts = this.events("context_output").filter(({ params }) => params?.context_id === contextId);
    const bytes = parts.map(({ params }) => Buffer.from(params!.data as string, "base64"));
    return Buffer.concat(bytes).toString();
  }

  code(reply: Message): string | undefined {
    return reply.error?.data.code;
  }

  /** Closes our side. */
  end(): void {
    this.#input.end();
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
    this.#input.end();
    this.child?.kill();
    await waitFor(() => this.closed, "the connection to be closed");
  }
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
