import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ClientMessage,
  decodeClientMessage,
  encodeRefused,
  type Hello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../../../src/wire/client-wire.ts";
import { decodePreamble, FrameDecoder, WIRE_PREAMBLE_SIZE } from "../../../src/wire/frames.ts";
import { waitFor } from "../../fixtures/wait-for.ts";

/** Real clients against a daemon made of a few lines. MULLION_CLIENT_BIN names another build's `mullion`; its `tmux` lies beside it. */
export const clientProgram =
  process.env.MULLION_CLIENT_BIN ?? fileURLToPath(new URL("../../../bin/mullion", import.meta.url));
export const tmuxProgram = clientProgram.replace(/mullion$/, "tmux");

/** The messages that a daemon receives on one connection, and its answers. */
export class Call {
  readonly messages: ClientMessage[] = [];
  readonly #socket: Socket;
  preamble: ReturnType<typeof decodePreamble> | undefined;
  ended = false;

  constructor(socket: Socket, onHello: (call: Call) => void) {
    this.#socket = socket;
    const decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
      const message = decodeClientMessage(frame);
      this.messages.push(
        message.kind === "stdin" ? { ...message, bytes: Buffer.from(message.bytes) } : message,
      );
      if (message.kind === "hello") onHello(this);
    });
    let head = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      if (this.preamble !== undefined) return decoder.push(chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < WIRE_PREAMBLE_SIZE) return;
      this.preamble = decodePreamble(head);
      // A waiting client probes for a daemon with version 0, which does not exist.
      if (this.preamble.version === 0) socket.end(encodeRefused("no such version"));
      else decoder.push(head.subarray(WIRE_PREAMBLE_SIZE));
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.ended = true;
    });
  }

  get hello(): Hello {
    const first = this.messages[0];
    if (first?.kind !== "hello") throw new Error("no HELLO yet");
    return first.hello;
  }

  get stdin(): Buffer {
    return Buffer.concat(
      this.messages.flatMap((message) => (message.kind === "stdin" ? [message.bytes] : [])),
    );
  }

  has(kind: ClientMessage["kind"]): boolean {
    return this.messages.some((message) => message.kind === kind);
  }

  answer(...frames: Uint8Array[]): void {
    this.#socket.write(Buffer.concat(frames));
  }

  /** As a daemon that is killed does. */
  drop(): void {
    this.#socket.destroy();
  }

  /** Drops the connection once everything before was sent. */
  end(): void {
    this.#socket.end();
  }
}

/** A private instance whose daemon is this process: `onCall` says what it answers. */
export class FakeDaemon {
  readonly base = mkdtempSync(join(tmpdir(), "mc-"));
  readonly directory = join(this.base, "m");
  readonly calls: Call[] = [];
  onCall: (call: Call) => void = () => {};
  #server: Server | undefined;

  async listen(): Promise<void> {
    if (!existsSync(this.directory)) mkdirSync(this.directory, { mode: 0o700 });
    const server = createServer((socket) => {
      new Call(socket, (call) => {
        this.calls.push(call);
        this.onCall(call);
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(join(this.directory, "daemon.sock"), resolve));
  }

  async call(index = this.calls.length): Promise<Call> {
    return waitFor(() => this.calls[index], `call ${index}`);
  }

  close(): void {
    for (const call of this.calls) call.drop();
    this.#server?.close();
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** A run of a program with piped stdio. */
export class Run {
  readonly process: ChildProcess;
  readonly done: Promise<Run>;
  stdout = Buffer.alloc(0);
  stderr = "";
  status: number | null = null;
  signal: NodeJS.Signals | null = null;
  ended = false;

  constructor(
    argv: readonly string[],
    options: { env?: NodeJS.ProcessEnv; cwd?: string; stdin?: "ignore" | "pipe" } = {},
  ) {
    const [file, ...rest] = argv;
    this.process = spawn(file!, rest, {
      cwd: options.cwd,
      env: { ...cleanEnvironment(), ...options.env },
      stdio: [options.stdin ?? "pipe", "pipe", "pipe"],
    });
    this.process.stdin?.on("error", () => {});
    this.process.stdout!.on("data", (chunk) => {
      this.stdout = Buffer.concat([this.stdout, chunk]);
    });
    this.process.stderr!.on("data", (chunk) => {
      this.stderr += chunk;
    });
    this.done = new Promise((resolve) => {
      this.process.on("close", (status, signal) => {
        Object.assign(this, { status, signal, ended: true });
        resolve(this);
      });
    });
  }
}

/** Without what the caller of the tests may have set for an instance of its own. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(MULLION_|TMUX|NODE_)/.test(name)),
  );
}
