import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { startProgram } from "../processes/start-program.ts";
import { encodePreamble, FrameDecoder, WIRE_ROLE } from "../wire/frames.ts";
import {
  decodeLauncherMessage,
  encodeLaunch,
  encodeSignalSession,
  LAUNCH_STAGE,
  LAUNCHER_WIRE_VERSION,
  type LauncherMessage,
  type LaunchRequest,
  WIRE_MAX_HOLDER_PAYLOAD,
} from "../wire/holder-wire.ts";

export type LaunchOutcome =
  | Extract<LauncherMessage, { kind: "launched" }>
  | Extract<LauncherMessage, { kind: "launch-failed" }>
  | Unknown;

/** The launcher died during the request: whether it started a holder is unknown. */
type Unknown = { readonly kind: "unknown" };

/**
 * After this many launchers in a row that ended without an answer, one is started only when it is needed, and what it does
 * not answer has failed.
 */
const MOST_FRUITLESS = 3;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/**
 * The only process that the daemon forks itself, and it does so while it is still small, because forking a large Node
 * process stalls it. Launches are pipelined; answers carry the request's key. A launcher that dies is replaced without
 * effect on panes, because holders stop being its children within a moment.
 */
export class Launcher {
  readonly #program: string;
  readonly #pending = new Map<bigint, (outcome: LaunchOutcome | LauncherMessage) => void>();
  #child: Child | undefined;
  #stopped = false;
  #rejection: string | undefined;
  /** Launchers that ended since the last answer. */
  #fruitless = 0;

  constructor(program: string) {
    this.#program = program;
    this.#start();
  }

  /** Undefined while no launcher runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** From now on, every start fails with this sentence. */
  rejectNew(sentence: string): void {
    this.#rejection = sentence;
  }

  launch(request: LaunchRequest): Promise<LaunchOutcome> {
    if (this.#rejection !== undefined) return Promise.resolve(failure(request.key, this.#rejection));
    return this.#ask(request.key, encodeLaunch(request)) as Promise<LaunchOutcome>;
  }

  /** Signals every process of a session (0 only counts); returns the number of processes, undefined if unknown. */
  async signalSession(session: number, signal: number): Promise<number | undefined> {
    const key = randomBytes(8).readBigUInt64LE();
    const answer = await this.#ask(key, encodeSignalSession(key, session, signal));
    return answer.kind === "session-signalled" ? answer.processes : undefined;
  }

  /** The launcher exits when its input ends, after the launches that it has read. */
  stop(): void {
    this.#stopped = true;
    this.#child?.stdin.end();
  }

  #ask(key: bigint, frame: Buffer): Promise<LaunchOutcome | LauncherMessage> {
    return new Promise((resolve) => {
      this.#pending.set(key, resolve);
      const child = this.#child ?? this.#start();
      child?.stdin.write(frame);
    });
  }

  /** Undefined if no descriptor is left: the requests fail soon, and the next one tries again. */
  #start(): Child | undefined {
    const child: Child | undefined = startProgram(
      () =>
        spawn(this.#program, ["launcher"], { stdio: ["pipe", "pipe", "ignore"], detached: true, cwd: "/" }),
      ({ reason, isShortage }) => (isShortage ? this.#refused(child, reason) : this.#ended(child, reason)),
    );
    this.#child = child;
    if (child) this.#converse(child);
    return child;
  }

  #converse(child: Child): void {
    const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, (frame) =>
      this.#take(decodeLauncherMessage(frame)),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        decoder.push(chunk);
      } catch {
        child.kill("SIGKILL");
      }
    });
    // Pipe errors are ignored, because the launcher's exit is handled.
    child.stdin.on("error", () => {});
    child.on("close", (status, signal) =>
      this.#ended(child, `it ended with ${signal ?? `status ${status}`}`),
    );
    child.stdin.write(encodePreamble(WIRE_ROLE.launcher, LAUNCHER_WIRE_VERSION));
  }

  #take(message: LauncherMessage): void {
    this.#fruitless = 0;
    const resolve = this.#pending.get(message.key);
    this.#pending.delete(message.key);
    resolve?.(message);
  }

  /** The system refused to start a launcher. It has read no request, so every request has failed, and none is unknown. */
  #refused(child: Child | undefined, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#answerAll((key) => failure(key, `cannot start a program: ${reason}`));
  }

  #ended(child: Child | undefined, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const isBroken = this.#fruitless++ >= MOST_FRUITLESS;
    const sentence = `${this.#program} does not run (${reason}): install Mullion again, or build it again in a checkout`;
    this.#answerAll((key) => (isBroken ? failure(key, sentence) : { kind: "unknown" }));
    if (!this.#stopped && !isBroken) this.#start();
  }

  #answerAll(outcome: (key: bigint) => LaunchOutcome): void {
    const unanswered = [...this.#pending];
    this.#pending.clear();
    for (const [key, resolve] of unanswered) resolve(outcome(key));
  }
}

function failure(key: bigint, sentence: string): LaunchOutcome {
  return { kind: "launch-failed", key, stage: LAUNCH_STAGE.STAGE_FORK, errno: 0, sentence };
}
