import {
  CLIENT_FLAG,
  type ClientMessage,
  encodeControl,
  encodeExec,
  encodeExit,
  encodeProgress,
  encodeProgressLine,
  encodeWantStdin,
  environmentOf,
  type Hello,
} from "../../wire/client-wire.ts";
import type { ClientTerminal, Invocation, OutputFlow } from "../../wire/invocation.ts";
import { Overdue } from "../system/overdue.ts";
import { randomId } from "../system/random-id.ts";
import { CallOutput, type WholeAnswer } from "./call-output.ts";
import { CallStdin } from "./call-stdin.ts";
import type { PeerUser } from "./peers.ts";
import {
  RawTerminal,
  sizeOfTerminal,
  type TerminalCall,
  type TerminalRecords,
  unknownMessage,
} from "./raw-terminal.ts";

/** The connection of a call. */
export interface CallConnection extends OutputFlow {
  /** Sends all frames in one write, so that the client wakes up once. */
  send(...frames: Buffer[]): void;
  /** Ends the connection after everything sent so far. */
  end(): void;
}

/** Serves the calls that arrive on connections. */
export interface CallTaker {
  take(call: ClientCall): void;
  /** What the end of the call has to wait for; undefined if nothing is pending. */
  unsettled(call: ClientCall): Promise<void> | undefined;
  /** Runs before the first byte of the answer is sent. `answer` is defined if the answer is sent in one piece. */
  beforeAnswer(call: ClientCall, answer: (() => WholeAnswer) | undefined): void;
  /** For a call that opens its client's terminal. */
  readonly records: TerminalRecords;
}

export interface ClientCallOptions {
  readonly hello: Hello;
  readonly peer: PeerUser;
  readonly connection: CallConnection;
  readonly calls: CallTaker;
}

const NOTHING = Buffer.alloc(0);

/**
 * Calls whose output is held back for this long, so that it leaves together with the exit status. A call that takes
 * longer streams its output.
 */
const heldBack = new Overdue<ClientCall>(20, (call) => call.stream());

/** One run of `tmux` or `mullion`, on the daemon's end of its connection. */
export class ClientCall implements Invocation, TerminalCall {
  readonly requestId: bigint;
  readonly retry: boolean;
  readonly cursor: string | undefined;
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly pid: number;
  readonly uid: number;
  readonly confinedTo: string | undefined;
  readonly tty: Invocation["tty"];
  readonly stdin = new CallStdin((on) => this.send(encodeWantStdin(on)));
  readonly flow: OutputFlow;
  /** Resolves when the call has been answered or the client has disconnected. */
  readonly done: Promise<void>;
  readonly #options: ClientCallOptions;
  readonly #signalled: ((signal: number) => void)[] = [];
  readonly #left: (() => void)[] = [];
  readonly #output = new CallOutput();
  #terminal: RawTerminal | undefined;
  #streaming = false;
  /** The exit status is known; the call is answered once everything has settled. */
  #exiting = false;
  #ended = false;
  #settleDone!: () => void;

  constructor(options: ClientCallOptions) {
    const { hello, peer } = options;
    this.#options = options;
    this.flow = options.connection;
    this.done = new Promise((resolve) => {
      this.#settleDone = resolve;
    });
    this.uid = peer.uid;
    this.confinedTo = peer.confinedTo;
    // Another user's request never counts as a retry, because its id must not give access to an answer to the owner.
    const confined = peer.confinedTo !== undefined;
    this.requestId = confined ? randomId() : hello.requestId;
    this.retry = !confined && (hello.flags & CLIENT_FLAG.CLIENT_FLAG_RETRY) !== 0;
    this.cursor = this.retry ? hello.cursor : undefined;
    this.program = hello.program;
    this.argv = hello.argv;
    this.cwd = hello.cwd;
    this.environment = environmentOf(hello);
    this.pid = hello.pid;
    this.tty = {
      stdin: (hello.flags & CLIENT_FLAG.CLIENT_FLAG_STDIN_TTY) !== 0,
      stdout: (hello.flags & CLIENT_FLAG.CLIENT_FLAG_STDOUT_TTY) !== 0,
      stderr: (hello.flags & CLIENT_FLAG.CLIENT_FLAG_STDERR_TTY) !== 0,
      name: confined ? printable(hello.ttyName) : hello.ttyName,
      size: hello.ttyName === "" ? hello.size : sizeOfTerminal(hello.size),
      erase: hello.erase,
    };
  }

  stdout(data: string | Uint8Array, cursor?: string): void {
    this.#say("stdout", data, this.#has("CLIENT_FLAG_RESUMES") ? cursor : undefined);
  }

  stderr(data: string | Uint8Array): void {
    this.#say("stderr", data);
  }

  progressLine(text: string): void {
    if (this.#has("CLIENT_FLAG_PROGRESS_LINE")) this.send(encodeProgressLine(text));
  }

  onSignal(listener: (signal: number) => void): void {
    this.#signalled.push(listener);
  }

  onGone(listener: () => void): void {
    this.#left.push(listener);
  }

  openTerminal(): ClientTerminal {
    const { calls, hello } = this.#options;
    this.#terminal ??= new RawTerminal(this, calls.records, hello.stdinTaken);
    return this.#terminal;
  }

  setControl(mode: 1 | 2): void {
    this.stream();
    this.send(encodeControl(mode));
  }

  exec(argv: readonly string[]): void {
    if (this.#ended) return;
    this.stream();
    this.#finish(encodeExec(argv));
  }

  exit(status: number, { hangUp = false }: { readonly hangUp?: boolean } = {}): void {
    if (this.#exiting) return;
    this.#exiting = true;
    const unsettled = this.#options.calls.unsettled(this);
    if (unsettled) void unsettled.then(() => this.#answer(status, hangUp));
    else this.#answer(status, hangUp);
  }

  send(...frames: Buffer[]): void {
    if (!this.#ended) this.#options.connection.send(...frames);
  }

  stream(): void {
    this.#streaming = true;
    if (this.#ended) return;
    // A picture is not an answer: no caller relies on its content being on record.
    if (!this.#terminal?.isRaw) this.#options.calls.beforeAnswer(this, undefined);
    this.send(...this.#output.takeFrames(), ...(this.#terminal?.keys.acknowledgement() ?? []));
  }

  /** Handles a message that the client sends after its hello, other than standard input. */
  take(message: Exclude<ClientMessage, { readonly kind: "hello" | "stdin" }>): void {
    if (message.kind === "stdin-eof") this.stdin.end();
    else if (message.kind === "signal") for (const listener of this.#signalled) listener(message.signal);
    else if (this.#terminal) this.#terminal.take(message);
    else if (message.kind === "other") throw unknownMessage(message.frame);
  }

  /** The client has disconnected. */
  gone(): void {
    if (this.#ended) return;
    this.#end();
    this.stdin.end();
    for (const listener of this.#left) listener();
    this.#settleDone();
  }

  #has(flag: keyof typeof CLIENT_FLAG): boolean {
    return (this.#options.hello.flags & CLIENT_FLAG[flag]) !== 0;
  }

  #answer(status: number, hangUp: boolean): void {
    if (this.#ended) return;
    const whole = () => ({ ...this.#output.whole, status });
    this.#options.calls.beforeAnswer(this, this.#streaming ? undefined : whole);
    this.#finish(...this.#output.takeFrames(), encodeExit(status, hangUp));
  }

  #say(stream: "stdout" | "stderr", data: string | Uint8Array, cursor?: string): void {
    const isEmpty = data.length === 0;
    if (this.#ended || (isEmpty && cursor === undefined)) return;
    if (cursor !== undefined && isEmpty && this.#output.isEmpty) {
      this.#progress(cursor);
      return;
    }
    this.#output.add(stream, data, cursor);
    if (this.#streaming || isEmpty) this.stream();
    else heldBack.add(this);
  }

  /**
   * A cursor without output stands for something that the call did: the client must have it before the daemon may die. The
   * answer begins after it, and can still be sent in one piece.
   */
  #progress(cursor: string): void {
    this.#options.calls.beforeAnswer(this, undefined);
    this.send(encodeProgress(cursor, NOTHING));
  }

  #finish(...last: Buffer[]): void {
    this.send(...last);
    this.#end();
    this.#options.connection.end();
    this.#settleDone();
  }

  #end(): void {
    this.#ended = true;
    heldBack.delete(this);
    this.#terminal?.keys.stop();
    this.stdin.close();
  }
}

/** Drops a name with other than printable ASCII characters, because lists of clients show the names of terminals. */
function printable(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : "";
}
