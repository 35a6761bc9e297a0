import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { encodeHello, type Hello } from "../../src/wire/client-wire.ts";
import { root } from "../fixtures/daemon.ts";
import { messagesIn, preamble } from "../process/socket-client.ts";
import type { SharedMachine, User } from "./users.ts";

/** What a client's connection begins with. */
export function hello(rest: Partial<Hello>): Buffer {
  const call = encodeHello({
    requestId: randomBytes(8).readBigUInt64LE(),
    flags: 0,
    size: { cols: 80, rows: 24 },
    pid: process.pid,
    erase: 0x7f,
    stdinTaken: 0n,
    program: "tmux",
    cwd: "/",
    ttyName: "",
    argv: [],
    environment: ["LANG=C.UTF-8"],
    ...rest,
  });
  return Buffer.concat([preamble(), call]);
}

export interface Said {
  readonly path: string;
  readonly bytes: Buffer;
  /** The answer ends with its first line: the other side stays. */
  readonly line?: boolean;
}

/** Says something on each of these sockets as a user, without a client program between. */
export async function speakAs(
  machine: SharedMachine,
  user: User,
  said: readonly Said[],
): Promise<{ readonly end: string; readonly reply: Buffer }[]> {
  const asked = said.map(({ bytes, ...rest }) => ({ ...rest, bytes: bytes.toString("base64") }));
  const program = join(root, "test/security/speak.mjs");
  const { stdout } = await machine.run(user, process.execPath, program, JSON.stringify(asked));
  const answers = JSON.parse(stdout) as { end: string; reply: string }[];
  return answers.map(({ end, reply }) => ({ end, reply: Buffer.from(reply, "base64") }));
}

/** What the daemon answered to a call, as far as it did. */
export function answerIn(reply: Buffer) {
  const messages = messagesIn(reply);
  const text = (kind: "stdout" | "stderr") =>
    messages.map((message) => (message.kind === kind ? String(message.bytes) : "")).join("");
  return {
    stdout: text("stdout"),
    stderr: text("stderr"),
    status: messages.find((message) => message.kind === "exit")?.status,
    refused: messages.find((message) => message.kind === "refused")?.sentence,
  };
}
