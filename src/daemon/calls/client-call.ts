import { MuxError } from "../../core/errors.ts";
import {
  CLIENT_FLAG,
  type ClientMessage,
  encodeControl,
  encodeExec,
  encodeExit,
  encodeLock,
  encodeRaw,
  encodeStderr,
  encodeStdinTaken,
  encodeStdout,
  encodeSuspend,
  encodeWantStdin,
  type Hello,
} from "../../wire/client-wire.ts";
import { type Frame, WireFault } from "../../wire/frames.ts";
import type { AttachedPlace, Invocation } from "../../wire/invocation.ts";
import type { Size } from "../../wire/size.ts";
import { randomId } from "../system/random-id.ts";
import type { Peer } from "./peers.ts";

/** The connection of a call. */
export interface ClientLine {
  /** Sends all frames in one write, so that the client wakes up once. */
  send(...frames: Buffer[]): void;
  /** Ends the connection after everything sent so far. */
  end(): void;
  readonly unsentBytes: number;
  readonly congested: boolean;
}

export interface ClientCallOptions {
  readonly hello: Hello;
  readonly peer: Peer;
  readonly line: ClientLine;
  /** What the end of the call has to wait for; undefined if nothing is pending. */
  unsettled(): Promise<void> | undefined;
  /** Runs before the first byte of the answer is sent. `answer` is defined if the answer is sent in one piece. */
  beforeAnswer(answer: WholeAnswer | undefined): void;
  /**
   * Runs the effects of the key that ends at this stdin offset. Resolves when the input that the key typed cannot be
   * lost any more.
   */
  atStdin(offset: bigint, run: () => void, bulk: boolean): Promise<void> | undefined;
  /** Runs the effects of a key that did not arrive on stdin: it ends at this offset of the bytes with this id. */
  atKey(id: bigint, offset: number, run: () => void): void;
  /** Bytes with this id that a previous daemon handled. */
  handledOf(id: bigint): number;
  /** Records where this client is attached, so that the next daemon can restore it. */
  keepPlace(place: AttachedPlace): void;
}

/** Bytes as Latin-1 text, one character each. */
export interface WholeAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/**
 * Output is held back for this long so that it leaves together with the exit status. A call that takes longer streams
 * its output.
 */
const WHOLE_ANSWER_MS = 20;
/** The acknowledgement of keys is sent with the next picture, or after this time. */
const TAKEN_MS = 50;
/**
 * Keys for a pane that does not read are acknowledged after this time, because a client with unacknowledged keys could
 * not even detach.
 */
const UNSETTLED_MS = 3_000;
const MAX_FRAME_BYTES = 1024 * 1024;
const MAX_STDIN_BYTES = 64 * 1024 * 1024;

interface Piece {
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
}

/** One run of `tmux` or `mullion`, on the daemon's end of its connection. */
export class ClientCall implements Invocation {
  readonly requestId: bigint;
  readonly retry: boolean;
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly pid: number;
  readonly uid: number;
  readonly confinedTo: string | undefined;
  readonly tty: Invocation["tty"];
  /** Resolves when the call has been answered or the client has disconnected. */
  readonly done: Promise<void>;
  readonly #options: ClientCallOptions;
  readonly #resized: ((size: Size) => void)[] = [];
  readonly #signalled: ((signal: number) => void)[] = [];
  readonly #left: (() => void)[] = [];
  readonly #drained: (() => void)[] = [];
  readonly #drawn: (() => void)[] = [];
  place: AttachedPlace | undefined;
  stdinTaken: bigint;
  #raw = false;
  #onFrame: ((frame: Frame) => boolean) | undefined;
  #undrawnBytes = 0;
  #takenTimer: NodeJS.Timeout | undefined;
  /** Number of bytes that the client resends although a previous daemon handled them. */
  #passedOver = 0;
  /** Stdin offset up to which handling has started. The client may resend later bytes after a restart. */
  #begunStdin: bigint;
  /**
   * Keys that would be lost if this daemon died, oldest first, each with the stdin offset from which the client keeps a
   * copy.
   */
  readonly #unsettled = new Set<{ readonly from: bigint; readonly sinceMs: number }>();
  /** Stdin offset up to which the client received an acknowledgement. */
  #toldTaken: bigint;
  #stdin: { onData(bytes: Uint8Array): void; onEnd(): void } | undefined;
  #stdinEnded = false;
  #pieces: Piece[] = [];
  #streaming = false;
  #timer: NodeJS.Timeout | undefined;
  /** The exit status is known; the call is answered once everything has settled. */
  #exiting = false;
  #ended = false;
  #settleDone!: () => void;

  constructor(options: ClientCallOptions) {
    const { hello, peer } = options;
    this.#options = options;
    this.done = new Promise((resolve) => {
      this.#settleDone = resolve;
    });
    this.uid = peer.uid;
    this.confinedTo = peer.confinedTo;
    // Another user's request never counts as a retry, because its id must not give access to an answer to the owner.
    const confined = peer.confinedTo !== undefined;
    this.requestId = confined ? randomId() : hello.requestId;
    this.retry = !confined && (hello.flags & CLIENT_FLAG.CLIENT_FLAG_RETRY) !== 0;
    this.program = hello.program;
    this.argv = hello.argv;
    this.cwd = hello.cwd;
    this.environment = parseEnvironment(hello.environment);
    this.pid = hello.pid;
    this.stdinTaken = hello.stdinTaken;
    this.#begunStdin = hello.stdinTaken;
    this.#toldTaken = hello.stdinTaken;
    this.tty = {
      stdin: (hello.flags & CLIENT_FLAG.CLIENT_FLAG_STDIN_TTY) !== 0,
      stdout: (hello.flags & CLIENT_FLAG.CLIENT_FLAG_STDOUT_TTY) !== 0,
      stderr: (hello.flags & CLIENT_FLAG.CLIENT_FLAG_STDERR_TTY) !== 0,
      name: confined ? printable(hello.ttyName) : hello.ttyName,
      size: hello.ttyName === "" ? hello.size : sizeOfTerminal(hello.size),
      erase: hello.erase,
    };
  }

  stdout(data: string | Uint8Array): void {
    this.#say("stdout", data);
  }

  stderr(data: string | Uint8Array): void {
    this.#say("stderr", data);
  }

  readStdin(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const parts: Uint8Array[] = [];
      let size = 0;
      const stop = this.relayStdin(
        (bytes) => {
          parts.push(bytes);
          size += bytes.length;
          if (size <= MAX_STDIN_BYTES) return;
          stop();
          reject(new MuxError("too-large", `standard input is longer than ${MAX_STDIN_BYTES} bytes`));
        },
        () => resolve(Buffer.concat(parts)),
      );
    });
  }

  relayStdin(onData: (bytes: Uint8Array) => void, onEnd: () => void): () => void {
    if (this.#stdinEnded || this.#ended) {
      onEnd();
      return () => {};
    }
    const reader = { onData, onEnd };
    this.#stdin = reader;
    this.#options.line.send(encodeWantStdin(true));
    return () => {
      if (this.#stdin !== reader) return;
      this.#stdin = undefined;
      if (!this.#ended) this.#options.line.send(encodeWantStdin(false));
    };
  }

  onResize(listener: (size: Size) => void): void {
    this.#resized.push(listener);
  }

  onSignal(listener: (signal: number) => void): void {
    this.#signalled.push(listener);
  }

  onGone(listener: () => void): void {
    this.#left.push(listener);
  }

  setRaw(on: boolean, goodbye?: Uint8Array): void {
    this.#stream();
    this.#raw = on;
    this.#undrawnBytes = 0;
    this.#options.line.send(encodeRaw(on, goodbye));
  }

  suspend(): void {
    this.#stream();
    this.#undrawnBytes = 0;
    this.#options.line.send(encodeSuspend());
  }

  lock(command: string, greeting: Uint8Array): void {
    this.#stream();
    this.#undrawnBytes = 0;
    this.#options.line.send(encodeLock(command, greeting));
  }

  dealWith(bytes: number, run: () => void, { bulk = false }: { readonly bulk?: boolean } = {}): void {
    const settling = this.#options.atStdin(this.stdinTaken + BigInt(bytes), run, bulk);
    if (!settling) return;
    const key = { from: this.stdinTaken, sinceMs: Date.now() };
    this.#unsettled.add(key);
    void settling.then(() => {
      this.#unsettled.delete(key);
      if (this.#toldTaken < this.#begunStdin) this.#tellTakenSoon();
    });
  }

  takeStdin(
    bytes: number,
    { now = false, waiting = 0 }: { readonly now?: boolean; readonly waiting?: number } = {},
  ): void {
    if (bytes === 0) return;
    this.stdinTaken += BigInt(bytes);
    if (waiting < bytes) this.#begunStdin = this.stdinTaken - BigInt(waiting);
    this.#tellTakenSoon();
    if (now) this.#options.line.send(...this.#takenFrame());
  }

  begunStdin(end: bigint): void {
    if (end <= this.#begunStdin) return;
    this.#begunStdin = end;
    this.#tellTakenSoon();
  }

  #tellTakenSoon(): void {
    this.#takenTimer ??= setTimeout(() => this.#options.line.send(...this.#takenFrame()), TAKEN_MS).unref();
  }

  /** A previous daemon handled everything before this offset and died before it acknowledged that. */
  passOver(offset: bigint): void {
    if (offset > this.stdinTaken) this.#passedOver = Number(offset - this.stdinTaken);
  }

  #takenFrame(): Buffer[] {
    if (!this.#takenTimer) return [];
    clearTimeout(this.#takenTimer);
    this.#takenTimer = undefined;
    const taken = this.#settledStdin();
    if (this.#ended || taken === this.#toldTaken) return [];
    this.#toldTaken = taken;
    return [encodeStdinTaken(taken)];
  }

  /** Stdin offset up to which all input has been handled or is on its way to its pane. */
  #settledStdin(): bigint {
    const now = Date.now();
    for (const key of this.#unsettled) {
      if (now - key.sinceMs < UNSETTLED_MS) return key.from < this.#begunStdin ? key.from : this.#begunStdin;
      this.#unsettled.delete(key);
    }
    return this.#begunStdin;
  }

  get undrawnBytes(): number {
    return this.#undrawnBytes;
  }

  onDrawn(listener: () => void): void {
    this.#drawn.push(listener);
  }

  handleKey(id: bigint, offset: number, run: () => void): void {
    this.#options.atKey(id, offset, run);
  }

  handledOf(id: bigint): number {
    return this.#options.handledOf(id);
  }

  sendFrame(frame: Buffer): void {
    if (!this.#ended) this.#options.line.send(frame);
  }

  onFrame(listener: (frame: Frame) => boolean): void {
    this.#onFrame = listener;
  }

  keepPlace(place: AttachedPlace): void {
    this.#options.keepPlace(place);
  }

  setControl(mode: 1 | 2): void {
    this.#stream();
    this.#options.line.send(encodeControl(mode));
  }

  get unsentBytes(): number {
    return this.#options.line.unsentBytes;
  }

  get congested(): boolean {
    return this.#options.line.congested;
  }

  onDrained(listener: () => void): void {
    this.#drained.push(listener);
  }

  /** The system has accepted everything that was sent. */
  drained(): void {
    for (const listener of this.#drained) listener();
  }

  exec(argv: readonly string[]): void {
    if (this.#ended) return;
    this.#stream();
    this.#finish(encodeExec(argv));
  }

  exit(status: number, { hangUp = false }: { readonly hangUp?: boolean } = {}): void {
    if (this.#exiting) return;
    this.#exiting = true;
    const unsettled = this.#options.unsettled();
    if (unsettled) void unsettled.then(() => this.#answer(status, hangUp));
    else this.#answer(status, hangUp);
  }

  /** Handles a message that the client sends after its hello. */
  take(message: ClientMessage): void {
    if (message.kind === "stdin") this.#takeTyped(message.bytes);
    else if (message.kind === "stdin-eof") this.#endStdin();
    else if (message.kind === "resize")
      for (const listener of this.#resized) listener(sizeOfTerminal(message.size));
    else if (message.kind === "signal") for (const listener of this.#signalled) listener(message.signal);
    else if (message.kind === "drawn") this.#tookDrawing(message.bytes);
    else if (message.kind === "other" && !this.#onFrame?.(message.frame))
      throw new WireFault(`there is no message of type ${message.frame.type}`);
  }

  /** The client has disconnected. */
  gone(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#takenTimer);
    this.#endStdin();
    for (const listener of this.#left) listener();
    this.#settleDone();
  }

  #takeTyped(bytes: Uint8Array): void {
    const again = Math.min(this.#passedOver, bytes.length);
    this.#passedOver -= again;
    this.takeStdin(again, { now: true });
    if (again < bytes.length) this.#stdin?.onData(bytes.subarray(again));
  }

  #tookDrawing(bytes: number): void {
    this.#undrawnBytes = Math.max(0, this.#undrawnBytes - bytes);
    if (this.#undrawnBytes === 0) for (const listener of this.#drawn) listener();
  }

  #answer(status: number, hangUp: boolean): void {
    if (this.#ended) return;
    this.#options.beforeAnswer(this.#streaming ? undefined : { ...this.#whole(), status });
    this.#finish(...this.#takeFrames(), encodeExit(status, hangUp));
  }

  #endStdin(): void {
    this.#stdinEnded = true;
    const reader = this.#stdin;
    this.#stdin = undefined;
    reader?.onEnd();
  }

  #say(stream: Piece["stream"], data: string | Uint8Array): void {
    if (this.#ended || data.length === 0) return;
    const bytes = Buffer.from(data as Uint8Array);
    this.#pieces.push({ stream, bytes });
    if (this.#raw && stream === "stdout") this.#undrawnBytes += bytes.length;
    if (this.#streaming) this.#stream();
    else this.#timer ??= setTimeout(() => this.#stream(), WHOLE_ANSWER_MS).unref();
  }

  /** Sends what was held back; from now on output is sent at once. */
  #stream(): void {
    this.#streaming = true;
    if (this.#ended) return;
    // A picture is not an answer: no caller relies on its content being on record.
    if (!this.#raw) this.#options.beforeAnswer(undefined);
    this.#options.line.send(...this.#takeFrames(), ...this.#takenFrame());
  }

  #whole(): Omit<WholeAnswer, "status"> {
    const textOf = (wanted: Piece["stream"]) =>
      this.#pieces.map(({ stream, bytes }) => (stream === wanted ? bytes.toString("latin1") : "")).join("");
    return { stdout: textOf("stdout"), stderr: textOf("stderr") };
  }

  #takeFrames(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces.flatMap(({ stream, bytes }) => {
      const encode = stream === "stdout" ? encodeStdout : encodeStderr;
      const count = Math.ceil(bytes.length / MAX_FRAME_BYTES);
      return Array.from({ length: count }, (_, i) =>
        encode(bytes.subarray(i * MAX_FRAME_BYTES, (i + 1) * MAX_FRAME_BYTES)),
      );
    });
  }

  #finish(...last: Buffer[]): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#takenTimer);
    this.#ended = true;
    this.#options.line.send(...last);
    this.#options.line.end();
    this.#settleDone();
  }
}

/** Drops a name with other than printable ASCII characters, because lists of clients show the names of terminals. */
function printable(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : "";
}

/** A variable that occurs twice has its first value, as with getenv. */
function parseEnvironment(entries: readonly string[]): Map<string, string> {
  const environment = new Map<string, string>();
  for (const entry of entries) {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at);
    if (at > 0 && !environment.has(name)) environment.set(name, entry.slice(at + 1));
  }
  return environment;
}

/** A terminal that reports 0 does not know its size and counts as 80x24, as in tmux. */
function sizeOfTerminal({ cols, rows }: Size): Size {
  return { cols: cols || 80, rows: rows || 24 };
}
