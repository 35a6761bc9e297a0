import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach } from "vitest";
import { decodeLendingMessage, type LendingMessage } from "../../../src/lending/lending-wire.ts";
import { processExists } from "../../../src/processes/process-mark.ts";
import { encodePreamble, FrameDecoder, WIRE_ROLE } from "../../../src/wire/frames.ts";
import {
  decodeHolderMessage,
  decodeLauncherMessage,
  encodeAck,
  encodeClose,
  encodeForget,
  encodeInput,
  encodeLaunch,
  encodeQuery,
  encodeResume,
  encodeSignalSession,
  type HeldState,
  HOLDER_WIRE_VERSION,
  type HolderMessage,
  LAUNCHER_WIRE_VERSION,
  type LauncherMessage,
  type LaunchRequest,
  WIRE_MAX_HOLDER_PAYLOAD,
} from "../../../src/wire/holder-wire.ts";
import { waitFor } from "../../fixtures/wait-for.ts";

/** Real launchers and holders, spoken to as the daemon does. MULLION_HOLDER_BIN names another build, such as a sanitised one. */
export const holderProgram =
  process.env.MULLION_HOLDER_BIN ??
  fileURLToPath(new URL("../../../native/build/mullion-holder", import.meta.url));

type AnyMessage = HolderMessage | LendingMessage;
type Message<K extends AnyMessage["kind"]> = Extract<AnyMessage, { kind: K }>;

/** How a connection takes output: from where on, and whether it accepts it as it comes. */
interface Reception {
  readonly resumeAt?: number;
  readonly accepting?: boolean | undefined;
}

/** A launcher, and the directory of its holders' sockets. */
export class Launcher {
  readonly directory = mkdtempSync(join(tmpdir(), "mh-"));
  readonly process: ChildProcess;
  readonly messages: LauncherMessage[] = [];
  readonly #waiting = new Map<bigint, (message: LauncherMessage) => void>();
  readonly #holderPids: number[] = [];
  #nextKey = 1n;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.process = spawn(holderProgram, ["launcher"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env },
    });
    const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, (frame) => {
      const message = decodeLauncherMessage(frame);
      this.messages.push(message);
      if (message.kind === "launched") this.#holderPids.push(message.holderPid);
      this.#waiting.get(message.key)?.(message);
    });
    this.process.stdout!.on("data", (chunk) => decoder.push(chunk));
    this.process.stdin!.write(encodePreamble(WIRE_ROLE.launcher, LAUNCHER_WIRE_VERSION));
  }

  launch(request: Partial<LaunchRequest>): Promise<LauncherMessage> {
    const key = this.#nextKey++;
    const answer = new Promise<LauncherMessage>((resolve) => this.#waiting.set(key, resolve));
    this.process.stdin!.write(
      encodeLaunch({
        socketPath: join(this.directory, `${key}.sock`),
        cwd: "/",
        argv: ["sh"],
        // A login shell without HOME would look up the home of the user who runs the tests.
        environment: ["PATH=/usr/local/bin:/usr/bin:/bin", "TERM=dumb", "PS1=$ ", `HOME=${this.directory}`],
        size: { cols: 80, rows: 24 },
        ...request,
        key,
      }),
    );
    return answer;
  }

  /** How many processes a session had when each got the signal. */
  async signalSession(session: number, signal: number): Promise<number> {
    const key = this.#nextKey++;
    const answer = new Promise<LauncherMessage>((resolve) => this.#waiting.set(key, resolve));
    this.process.stdin!.write(encodeSignalSession(key, session, signal));
    const message = await answer;
    if (message.kind !== "session-signalled") throw new Error(`answered by ${message.kind}`);
    return message.processes;
  }

  /** Launches a program that must run, and connects to its holder. */
  async open(argv: readonly string[], request: Partial<LaunchRequest> & Reception = {}): Promise<HeldPane> {
    const answer = await this.launch({ ...request, argv });
    if (answer.kind !== "launched") throw new Error("sentence" in answer ? answer.sentence : answer.kind);
    const socketPath = request.socketPath ?? join(this.directory, `${answer.key}.sock`);
    return new HeldPane({ ...answer, socketPath, accepting: request.accepting });
  }

  /** Ends everything that this launcher started, the hard way. */
  stop(): void {
    this.process.kill("SIGKILL");
    for (const pid of this.#holderPids) killQuietly(pid);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Runs scripts in panes of a launcher of the test file's own; they end with each test, and the launcher with the last. */
export function scriptedPanes(): (script: string) => Promise<HeldPane> {
  const launcher = new Launcher();
  const open: HeldPane[] = [];
  afterEach(async () => {
    for (const pane of open.splice(0)) await pane.close(100);
  });
  afterAll(() => launcher.stop());
  return async (script) => {
    const pane = await launcher.open(["sh", "-c", script]);
    open.push(pane);
    return pane;
  };
}

/** One connection to one holder. Output is kept by offset, so that gaps and doubles show. */
export class Connection {
  readonly messages: AnyMessage[] = [];
  readonly socket: Socket;
  readonly #chunks: Buffer[] = [];
  /** Offset of the byte after the last one received. */
  end: number;
  ended = false;
  /** Accept output as it comes. */
  accepting: boolean;

  constructor(socketPath: string, { resumeAt = 0, accepting = true }: Reception = {}) {
    this.end = resumeAt;
    this.accepting = accepting;
    const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, (frame) =>
      this.#onMessage(decodeLendingMessage(frame) ?? decodeHolderMessage(frame)),
    );
    this.socket = createConnection(socketPath);
    this.socket.on("data", (chunk) => decoder.push(chunk));
    this.socket.on("error", () => {});
    this.socket.on("close", () => {
      this.ended = true;
    });
    this.socket.write(encodePreamble(WIRE_ROLE.holder, HOLDER_WIRE_VERSION));
    this.socket.write(encodeResume(resumeAt));
  }

  #onMessage(message: AnyMessage): void {
    if (message.kind === "output") {
      if (message.offset !== this.end) throw new Error(`output at ${message.offset}, expected ${this.end}`);
      this.#chunks.push(Buffer.from(message.bytes));
      this.end += message.bytes.length;
      if (this.accepting) this.socket.write(encodeAck(this.end));
    } else {
      this.messages.push(message);
    }
  }

  get output(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : this.#joined();
  }

  #joined(): Buffer {
    this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
    return this.#chunks[0]!;
  }

  last<K extends AnyMessage["kind"]>(kind: K): Message<K> | undefined {
    return this.messages.findLast((message): message is Message<K> => message.kind === kind);
  }

  next<K extends AnyMessage["kind"]>(kind: K): Promise<Message<K>> {
    return waitFor(() => this.last(kind), `a ${kind} message`);
  }

  async outputHas(text: string): Promise<void> {
    await waitFor(
      () => this.output.includes(text),
      () => `${JSON.stringify(text)} after ${JSON.stringify(this.text().slice(-300))}`,
    );
  }

  text(): string {
    return this.output.toString("latin1");
  }

  acceptAll(): void {
    this.accepting = true;
    this.socket.write(encodeAck(this.end));
  }

  write(frame: Uint8Array): void {
    this.socket.write(frame);
  }

  type(text: string | Uint8Array, id = 0n): void {
    this.write(encodeInput(id, typeof text === "string" ? Buffer.from(text, "latin1") : text));
  }

  async state(sequence: number): Promise<HeldState> {
    this.write(encodeQuery(sequence));
    return waitFor(() => {
      const state = this.last("state")?.state;
      return state?.sequence === sequence ? state : undefined;
    }, "the state");
  }
}

/** A pane's holder, with the connection of a daemon that accepts everything. */
export class HeldPane {
  readonly socketPath: string;
  readonly holderPid: number;
  readonly childPid: number;
  connection: Connection;

  constructor(pane: { socketPath: string; holderPid: number; childPid: number } & Reception) {
    this.socketPath = pane.socketPath;
    this.holderPid = pane.holderPid;
    this.childPid = pane.childPid;
    this.connection = new Connection(pane.socketPath, pane);
  }

  reconnect(options: Reception = {}): Connection {
    this.connection = new Connection(this.socketPath, { resumeAt: this.connection.end, ...options });
    return this.connection;
  }

  /** Closes the pane, receives its exit, and waits until the holder has ended. */
  async close(graceMs = 1000): Promise<void> {
    this.connection.write(encodeClose(graceMs));
    await this.forget();
  }

  async forget(): Promise<void> {
    await this.connection.next("exit");
    this.connection.write(encodeForget());
    await waitFor(() => !isAlive(this.holderPid), "the holder's end");
  }
}

export const isAlive = processExists;

export function killQuietly(pid: number): void {
  if (!(pid > 1)) throw new Error(`${pid} is not a process to be killed`);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // gone already
  }
}

/** The state letter of a process: R, S, Z …; undefined where there is none. Linux only. */
export function processState(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2)[0];
  } catch {
    return undefined;
  }
}

/** Ended, whether or not its parent (init, for an orphan, and some are slow) has collected it yet. Linux only. */
export function hasEnded(pid: number): boolean {
  return [undefined, "Z", "X"].includes(processState(pid));
}

/** A whole run of a launcher on these bytes. */
export function runLauncher(bytes: Uint8Array): Promise<{ status: number | null; output: Buffer }> {
  const child = spawn(holderProgram, ["launcher"], { stdio: ["pipe", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  return new Promise((resolve) =>
    child.on("close", (status) => resolve({ status, output: Buffer.concat(chunks) })),
  );
}
