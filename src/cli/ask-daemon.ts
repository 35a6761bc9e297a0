import { execFile } from "node:child_process";
import { connect } from "node:net";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { whyNotPrivate } from "../client/private-directory.ts";
import { MuxError } from "../core/errors.ts";
import { answerDeadline } from "../wire/answer-deadline.ts";
import {
  CLIENT_WIRE_VERSION,
  type DaemonMessage,
  decodeDaemonMessage,
  encodeHello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../wire/client-wire.ts";
import { encodePreamble, FrameDecoder, WIRE_ROLE } from "../wire/frames.ts";
import { mullionProgram } from "./package.ts";
import { ownPlaces } from "./places.ts";

export type DaemonAnswer =
  /** No process listens on the socket. */
  | { readonly kind: "absent" }
  /** The process at the socket rejects this program: another version, or not a daemon of ours. */
  | { readonly kind: "refused"; readonly sentence: string }
  /** The daemon accepted the call and did not answer in time. */
  | { readonly kind: "silent" }
  | { readonly kind: "answered"; readonly status: number; readonly stdout: string; readonly stderr: string };

/**
 * `mullion up` makes the daemon stay even if it is empty; a program that only queries sets this variable to avoid that.
 */
export const NOT_A_WISH = { MULLION_ASKING: "1" };

/** Calls a hot verb of the running daemon, and never starts one. */
export function askDaemon(
  socketPath: string,
  argv: readonly string[],
  timeoutMs = 10_000,
): Promise<DaemonAnswer> {
  const sentence = whyNotPrivate(dirname(socketPath));
  if (sentence !== undefined) return Promise.resolve({ kind: "refused", sentence });
  return new Promise((resolve) => {
    const output = { stdout: "", stderr: "" };
    const socket = connect(socketPath);
    const settle = (answer: DaemonAnswer) => {
      cancelDeadline();
      socket.destroy();
      resolve(answer);
    };
    const cancelDeadline = answerDeadline(timeoutMs, () => settle({ kind: "silent" }));
    const decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => take(decodeDaemonMessage(frame)));
    const take = (message: DaemonMessage) => {
      if (message.kind === "stdout" || message.kind === "stderr") output[message.kind] += message.bytes;
      else if (message.kind === "refused") settle({ kind: "refused", sentence: message.sentence });
      else if (message.kind === "exit") settle({ kind: "answered", status: message.status, ...output });
    };
    socket.on("data", (chunk) => {
      try {
        decoder.push(chunk);
      } catch (error) {
        settle({
          kind: "refused",
          sentence: `what answers there is no daemon of ours (${(error as Error).message})`,
        });
      }
    });
    socket.on("error", () => settle({ kind: "absent" }));
    socket.on("close", () =>
      settle({ kind: "refused", sentence: "the daemon closed the connection without an answer" }),
    );
    socket.write(encodePreamble(WIRE_ROLE.client, CLIENT_WIRE_VERSION));
    socket.write(hello(argv));
  });
}

/** The JSON that a hot verb prints; if no daemon runs, one is started. Throws the verb's own sentence if it fails. */
export async function askForJson<T>(
  environment: NodeJS.ProcessEnv,
  argv: readonly string[],
  timeoutMs?: number,
): Promise<T> {
  const { socket } = ownPlaces(environment);
  let answer = await askDaemon(socket, argv, timeoutMs);
  if (answer.kind === "absent") {
    await promisify(execFile)(mullionProgram, ["up"], { env: { ...environment, ...NOT_A_WISH } });
    answer = await askDaemon(socket, argv, timeoutMs);
  }
  if (answer.kind === "answered" && answer.status === 0) return JSON.parse(answer.stdout);
  throw new MuxError("not-allowed", whyNot(answer));
}

function whyNot(answer: DaemonAnswer): string {
  if (answer.kind === "answered") return answer.stderr.trim().replace(/^mullion: /, "");
  if (answer.kind === "refused") return answer.sentence;
  return answer.kind === "silent"
    ? "the daemon does not answer (mullion doctor)"
    : "the daemon has ended: try again";
}

function hello(argv: readonly string[]): Buffer {
  return encodeHello({
    requestId: BigInt(process.pid) * 1_000_000n + BigInt(Math.floor(performance.now() * 1000)),
    flags: 0,
    size: { cols: 0, rows: 0 },
    pid: process.pid,
    erase: 0,
    stdinTaken: 0n,
    program: "mullion",
    cwd: process.cwd(),
    ttyName: "",
    argv,
    environment: Object.entries(NOT_A_WISH).map(([name, value]) => `${name}=${value}`),
  });
}
