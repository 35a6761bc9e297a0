import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { join } from "node:path";
import {
  CLIENT_WIRE_VERSION,
  type DaemonMessage,
  decodeDaemonMessage,
  encodeHello,
  type Hello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../../src/wire/client-wire.ts";
import { encodePreamble, FrameDecoder } from "../../src/wire/frames.ts";
import type { TestDaemon } from "../fixtures/daemon.ts";

interface ExchangeOptions {
  readonly timeoutMs?: number;
  /** Nothing more will be sent, and the daemon may know. */
  readonly leaves?: boolean;
}

/** Sends bytes to the daemon's socket, and gives back everything it said until it hung up. */
export function exchange(
  daemon: TestDaemon,
  bytes: Uint8Array,
  { timeoutMs = 15_000, leaves = false }: ExchangeOptions = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(daemon.dir, "m/daemon.sock"));
    const heard: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the daemon did not hang up within ${timeoutMs} ms; it said ${Buffer.concat(heard)}`));
    }, timeoutMs);
    socket.on("data", (chunk) => heard.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(heard));
    });
    socket.write(bytes);
    if (leaves) socket.end();
  });
}

export function messagesIn(bytes: Buffer): DaemonMessage[] {
  const messages: DaemonMessage[] = [];
  new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => messages.push(decodeDaemonMessage(frame))).push(bytes);
  return messages;
}

export const preamble = (version = CLIENT_WIRE_VERSION) => encodePreamble("c", version);

/** What a client's connection begins with, for a call with these arguments. */
export function opening(daemon: TestDaemon, argv: readonly string[], rest: Partial<Hello> = {}): Buffer {
  const hello: Hello = {
    requestId: randomBytes(8).readBigUInt64LE(),
    flags: 0,
    size: { cols: 80, rows: 24 },
    pid: process.pid,
    erase: 0x7f,
    stdinTaken: 0n,
    program: "tmux",
    cwd: "/",
    ttyName: "",
    argv,
    environment: Object.entries(daemon.env).map(([name, value]) => `${name}=${value}`),
    ...rest,
  };
  return Buffer.concat([preamble(), encodeHello(hello)]);
}

/** One call over the socket, without a client program between. */
export async function ask(
  daemon: TestDaemon,
  argv: readonly string[],
  rest: Partial<Hello> = {},
): Promise<{ stdout: string; stderr: string; status: number | undefined; refused: string | undefined }> {
  const messages = messagesIn(await exchange(daemon, opening(daemon, argv, rest)));
  const text = (kind: "stdout" | "stderr") =>
    messages.map((message) => (message.kind === kind ? String(message.bytes) : "")).join("");
  return {
    stdout: text("stdout"),
    stderr: text("stderr"),
    status: messages.find((message) => message.kind === "exit")?.status,
    refused: messages.find((message) => message.kind === "refused")?.sentence,
  };
}
