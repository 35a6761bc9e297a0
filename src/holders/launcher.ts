import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { encodePreamble, FrameDecoder, WIRE_ROLE } from "../wire/frames.ts";
import {
  decodeLauncherMessage,
  encodeLaunch,
  encodeSignalSession,
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

/** After this many failures in a row, a launcher is started again only when it is needed. */
const MOST_FRUITLESS = 3;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/**
 * The only process that the daemon forks itself, and it does so while it is still small, because forking a large Node
 * process stalls it. Launches are pipelined; answers carry the request's key. A launcher that dies is replaced without
 * effect on panes, because holders stop being its children within a moment.
 */
export class Launcher {
  readonly #program: string;
  readonly #pending = new Map<bigint, (outcome: LauncherMessage | Unknown) => void>();
  #child: Child | undefined;
  #stopped = false;
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

  launch(request: LaunchRequest): Promise<LaunchOutcome> {
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

  #ask(key: bigint, frame: Buffer): Promise<LauncherMessage | Unknown> {
    return new Promise((resolve) => {
      this.#pending.set(key, resolve);
      const child = this.#child ?? this.#start();
      child.stdin.write(frame);
    });
  }

  #start(): Child {
    const child = spawn(this.#program, ["launcher"], {
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
      cwd: "/",
    });
    this.#child = child;
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
    child.on("error", () => this.#ended(child));
    child.on("close", () => this.#ended(child));
    child.stdin.write(encodePreamble(WIRE_ROLE.launcher, LAUNCHER_WIRE_VERSION));
    return child;
  }

  #take(message: LauncherMessage): void {
    this.#fruitless = 0;
    const resolve = this.#pending.get(message.key);
    this.#pending.delete(message.key);
    resolve?.(message);
  }

  #ended(child: Child): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const unanswered = [...this.#pending.values()];
    this.#pending.clear();
    for (const resolve of unanswered) resolve({ kind: "unknown" });
    if (!this.#stopped && this.#fruitless++ < MOST_FRUITLESS) this.#start();
  }
}
