import { decodeDaemonMessage, encodeHello, WIRE_MAX_CLIENT_PAYLOAD } from "../wire/client-wire.ts";
import { FrameDecoder } from "../wire/frames.ts";
import type { HostLink } from "./host-link.ts";

export type HostAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "failed"; readonly sentence: string };

export interface Question {
  /** Words of `mullion`, for a verb that reads no input. */
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly requestId: bigint;
  readonly timeoutMs: number;
}

/** Longest answer that is accepted from a host. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Runs a verb on a host and resolves to what it printed, within the time. It never rejects. */
export async function askHost(link: HostLink, question: Question): Promise<HostAnswer> {
  const { name } = link.host;
  const late = new Promise<HostAnswer>((resolve) => {
    const sentence = `host ${name} did not answer within ${question.timeoutMs / 1000} s`;
    setTimeout(() => resolve({ kind: "failed", sentence }), question.timeoutMs).unref();
  });
  const over = new AbortController();
  const answer = ask(link, question, over.signal).catch(
    (error: Error): HostAnswer => ({ kind: "failed", sentence: error.message }),
  );
  const first = await Promise.race([answer, late]);
  over.abort();
  return first;
}

async function ask(
  link: HostLink,
  { argv, environment, requestId }: Question,
  over: AbortSignal,
): Promise<HostAnswer> {
  const session = await link.reach({ environment });
  over.throwIfAborted();
  const stream = session.open();
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let size = 0;
  return await new Promise((resolve, reject) => {
    const settle = (answer: HostAnswer) => {
      stream.discard();
      resolve(answer);
    };
    const fail = (sentence: string) => settle({ kind: "failed", sentence });
    over.addEventListener("abort", () => fail("the time is over"), { once: true });
    const decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
      const message = decodeDaemonMessage(frame);
      if (message.kind === "stdout" || message.kind === "stderr") output[message.kind].push(message.bytes);
      else if (message.kind === "exit") {
        const text = (kind: "stdout" | "stderr") => Buffer.concat(output[kind]).toString();
        settle({ kind: "answered", status: message.status, stdout: text("stdout"), stderr: text("stderr") });
      } else fail(`host ${link.host.name} gave a wrong answer (${message.kind})`);
    });
    stream.onData = (bytes) => {
      size += bytes.length;
      if (size > MAX_ANSWER_BYTES) return fail(`the answer of host ${link.host.name} is too long`);
      try {
        decoder.push(bytes);
        stream.consumed(bytes.length);
      } catch (error) {
        stream.discard();
        reject(error as Error);
      }
    };
    stream.onEnd = (how) =>
      fail(how === "broken" ? link.unreachable().message : `the link to host ${link.host.name} was lost`);
    stream.write(encodeCall(argv, requestId));
  });
}

/** The hello of a call without a terminal. The host gives it an environment and a directory. */
export function encodeCall(argv: readonly string[], requestId: bigint): Buffer {
  return encodeHello({
    ...{ requestId, flags: 0, size: { cols: 0, rows: 0 }, pid: process.pid, erase: 0, stdinTaken: 0n },
    ...{ program: "mullion", cwd: "/", ttyName: "", argv, environment: [] },
  });
}
