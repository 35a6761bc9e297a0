import { constants } from "node:os";
import { legible } from "../core/text/legible.ts";
import {
  CLIENT_FLAG,
  CLIENT_TO_DAEMON,
  type DaemonMessage,
  decodeDaemonMessage,
  encodeExit,
  encodeHello,
  encodeProgress,
  encodeProgressLine,
  encodeRaw,
  encodeStderr,
  encodeStdout,
  environmentOf,
  type Hello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../wire/client-wire.ts";
import { encodeFrame, type Frame, FrameDecoder, WireFault } from "../wire/frames.ts";
import type { Size } from "../wire/payload.ts";
import { ForeignText } from "./foreign-text.ts";
import type { HostLink } from "./host-link.ts";
import { LinkNotice } from "./link-notice.ts";
import type { LinkStream } from "./link-stream.ts";
import { STREAM_WINDOW } from "./link-wire.ts";
import { NamedLines } from "./named-lines.ts";

/** The connection of the client whose call runs on a host. */
export interface RelayedClient {
  send(...frames: Buffer[]): void;
  /** Ends the connection after everything sent so far. */
  end(): void;
  /** Closes the connection without an answer: the client repeats its request, under the same id. */
  drop(): void;
  /** Stops reading from the client, or goes on. */
  hold(held: boolean): void;
  readonly congested: boolean;
  onDrained(listener: () => void): void;
  /** The client has disconnected. */
  onGone(listener: () => void): void;
}

/** What the connection of such a client needs from its call. */
export interface CallRelay {
  /** A frame that the client sends after its hello. */
  take(frame: Frame): void;
  /** The client has disconnected. */
  gone(): void;
  /**
   * Answers the call with this sentence and status 1, so that its client does not repeat the request to a new daemon. Resolves
   * when nothing of the call is left that its caller was to end.
   */
  dismiss(sentence: string): Promise<void> | void;
}

export interface RelayedCallOptions {
  readonly hello: Hello;
  readonly link: HostLink;
  readonly client: RelayedClient;
  /** The call as the host runs it. */
  readonly argv: readonly string[];
  /** Waits for an unreachable host. */
  readonly wait: boolean;
  /** What of the caller's input the verb may ask for. */
  readonly reads: "stdin" | "terminal" | undefined;
  /** A printed line as this machine shows it; undefined: as the host printed it. */
  readonly names: ((line: string) => string) | undefined;
}

/** Variables of the caller that describe its terminal and language; a host learns no others. */
const TERMINAL_VARIABLES = /^(?:TERM|COLORTERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|NO_COLOR|LANG|LC_[A-Z]+)=/;
/** A repeated request, whose first attempt was under way, waits this long for its host. */
const REPEATED_MS = 30_000;
const SAY_AFTER_MS = 2_000;
/** Keys that wait for a host that is cut off, in bytes: as many as wait for a daemon of this machine. */
const KEPT_KEYS_BYTES = 64 * 1024;
/** The number of this system: the client sends its own. */
const { SIGCONT } = constants.signals;
/** Ctrl-C as terminals send it, in the usual and in both extended forms. */
const INTERRUPTS = ["\x03", "\x1b[99;5u", "\x1b[27;5;99~"];

const OF_INPUT: ReadonlySet<DaemonMessage["kind"]> = new Set(["want-stdin", "stdin-taken", "raw", "suspend"]);

/**
 * A call of a local client that runs on a host: frames of the client wire, relayed over a stream of the link. The host's
 * daemon is not trusted as our own is. It may print, draw on the terminal of a call that shows one, read what such a call
 * reads, and give an exit status; it may not run a program here, hang up a shell, or keep the terminal.
 *
 * A cut link only delays the call. The client's connection is dropped if the session is lost, because a daemon died, and if the
 * link ends before the call began, because this daemon leaves, or the host was removed or changed. The client repeats its request
 * under the same id, here and there, and the host's daemon answers it exactly once.
 */
export class RelayedCall implements CallRelay {
  readonly #options: RelayedCallOptions;
  readonly #gone = new AbortController();
  readonly #texts = { stdout: new ForeignText(), stderr: new ForeignText() };
  readonly #lines: NamedLines | undefined;
  readonly #decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => this.#onFrame(frame));
  #stream: LinkStream | undefined;
  #isRaw = false;
  /** The client is not read, because too much of what it sent waits for the host. */
  #isHeld = false;
  #ended = false;
  /** Bytes of the host that the client has not accepted. */
  #unaccepted = 0;
  #unsubscribe = () => {};
  #cutTimer: NodeJS.Timeout | undefined;
  /** For a call that shows a terminal. */
  readonly #notice: LinkNotice;
  #size: Size;

  constructor(options: RelayedCallOptions) {
    this.#options = options;
    this.#lines = options.names && new NamedLines(options.names);
    this.#size = options.hello.size;
    this.#notice = new LinkNotice({
      link: options.link,
      cols: () => this.#size.cols || 80,
      write: (text) => options.client.send(encodeStdout(Buffer.from(text))),
      repaint: () => this.#repaint(),
    });
    options.client.onDrained(() => {
      this.#stream?.consumed(this.#unaccepted);
      this.#unaccepted = 0;
    });
    void this.#begin();
  }

  take(frame: Frame): void {
    const { link, client } = this.#options;
    const isSignal = frame.type === CLIENT_TO_DAEMON.CLIENT_SIGNAL && frame.payload[0] !== SIGCONT;
    if (isSignal && link.state.kind !== "connected") this.#fail(link.unreachable().message);
    const stream = this.#stream;
    if (!stream || this.#ended) return;
    if (this.#isRaw && this.#takesFromTerminal(frame)) return;
    stream.write(encodeFrame(frame.type, frame.payload));
    if (stream.queuedBytes <= (this.#isRaw ? KEPT_KEYS_BYTES : STREAM_WINDOW)) return;
    client.hold(true);
    if (this.#isRaw && !this.#isHeld) this.#notice.onFull();
    this.#isHeld = true;
  }

  /** Returns whether the frame is not for the host. */
  #takesFromTerminal({ type, payload }: Frame): boolean {
    if (type === CLIENT_TO_DAEMON.CLIENT_RESIZE)
      this.#size = { cols: payload.readUInt16LE(0), rows: payload.readUInt16LE(2) };
    if (type !== CLIENT_TO_DAEMON.CLIENT_STDIN) return false;
    if (this.#notice.isSaid && INTERRUPTS.includes(payload.toString("latin1"))) {
      const { link } = this.#options;
      const isCut = link.state.kind === "unreachable";
      this.#fail(isCut ? link.unreachable().message : `host ${link.host.name} does not answer`);
      return true;
    }
    this.#notice.onKey();
    return false;
  }

  /** An attached client draws everything again when it continues, a live list when it has a size. */
  #repaint(): void {
    const size = Buffer.alloc(4);
    size.writeUInt16LE(this.#size.cols, 0);
    size.writeUInt16LE(this.#size.rows, 2);
    this.#stream?.write(encodeFrame(CLIENT_TO_DAEMON.CLIENT_SIGNAL, Buffer.from([SIGCONT])));
    this.#stream?.write(encodeFrame(CLIENT_TO_DAEMON.CLIENT_RESIZE, size));
  }

  gone(): void {
    this.#finish();
    this.#stream?.discard();
  }

  dismiss(sentence: string): void {
    this.#fail(sentence);
  }

  async #begin(): Promise<void> {
    const { link, hello, wait } = this.#options;
    const isRepeated = (hello.flags & CLIENT_FLAG.CLIENT_FLAG_RETRY) !== 0;
    const patience = isRepeated && !wait ? AbortSignal.timeout(REPEATED_MS) : undefined;
    const signal = patience ? AbortSignal.any([patience, this.#gone.signal]) : this.#gone.signal;
    try {
      const environment = environmentOf(hello);
      const session = await link.reach({ environment, wait: wait || isRepeated, signal });
      if (this.#ended) return;
      this.#stream = session.open();
    } catch (error) {
      // The next daemon, or this one, takes the call to the host as it is known then, or names its absence.
      if (link.isStopped) this.#drop();
      else this.#fail(legible((error as Error).message));
      return;
    }
    this.#relay(this.#stream);
  }

  #drop(): void {
    if (this.#ended) return;
    this.#finish();
    this.#options.client.drop();
  }

  #relay(stream: LinkStream): void {
    const { link, client } = this.#options;
    stream.onData = (bytes) => this.#onData(bytes);
    stream.onEnd = (how) => {
      if (how === "broken") this.#fail(link.unreachable().message);
      this.#drop();
    };
    stream.onDrained = () => {
      this.#isHeld = false;
      client.hold(false);
    };
    stream.write(encodeHello(this.#helloThere()));
    this.#unsubscribe = link.onChange(({ kind }) => this.#onLink(kind === "connected"));
  }

  /** The host runs it in its own home, with its own environment; it learns what kind of terminal there is. */
  #helloThere(): Hello {
    const { hello, argv } = this.#options;
    const environment = hello.environment.filter((entry) => TERMINAL_VARIABLES.test(entry));
    // No path: no process there may open a terminal of that name.
    const ttyName = hello.ttyName === "" ? "" : `link:${hello.ttyName}`;
    return { ...hello, argv, program: "mullion", cwd: "/", ttyName, environment };
  }

  #onData(bytes: Buffer): void {
    try {
      this.#decoder.push(bytes);
    } catch (error) {
      if (!(error instanceof WireFault)) throw error;
      this.#stream?.discard();
      this.#fail(`host ${this.#options.link.host.name} gave a wrong answer: ${legible(error.message)}`);
      return;
    }
    if (this.#options.client.congested) this.#unaccepted += bytes.length;
    else this.#stream?.consumed(bytes.length);
  }

  #onFrame(frame: Frame): void {
    if (this.#ended) return;
    const { client } = this.#options;
    const message = decodeDaemonMessage(frame);
    if (message.kind === "exit") this.#exit(message.status);
    else if (message.kind === "refused") this.#fail(legible(message.sentence));
    else if (message.kind === "lock") this.#repaint();
    else if (message.kind === "stdout" || message.kind === "stderr") this.#print(message.kind, message.bytes);
    else if (message.kind === "progress") this.#print("stdout", message.bytes, message.cursor);
    else if (message.kind === "progress-line") client.send(encodeProgressLine(legible(message.text)));
    else if (OF_INPUT.has(message.kind)) this.#pass(message, frame);
    else throw new WireFault(`it asks for something that a host may not (${message.kind})`);
  }

  #pass(message: DaemonMessage, frame: Frame): void {
    const { client, reads } = this.#options;
    if (reads === undefined || (reads === "stdin" && message.kind !== "want-stdin"))
      throw new WireFault("it asks for input that this call has none of");
    if (message.kind === "raw") this.#isRaw = message.on;
    client.send(encodeFrame(frame.type, frame.payload));
  }

  #print(kind: "stdout" | "stderr", said: Buffer, cursor?: string): void {
    const bytes = kind === "stdout" && this.#lines ? this.#lines.push(said) : said;
    this.#send(kind, bytes, cursor);
  }

  #send(kind: "stdout" | "stderr", bytes: Buffer, cursor?: string): void {
    const { client, hello } = this.#options;
    const flag = kind === "stdout" ? CLIENT_FLAG.CLIENT_FLAG_STDOUT_TTY : CLIENT_FLAG.CLIENT_FLAG_STDERR_TTY;
    const isTerminal = (hello.flags & flag) !== 0 && !this.#isRaw;
    const shown = isTerminal ? Buffer.from(this.#texts[kind].push(bytes)) : bytes;
    const resumes = cursor !== undefined && (hello.flags & CLIENT_FLAG.CLIENT_FLAG_RESUMES) !== 0;
    if (resumes) client.send(encodeProgress(cursor, shown));
    else client.send(kind === "stdout" ? encodeStdout(shown) : encodeStderr(shown));
    if (this.#isRaw) this.#notice.onDrawn();
  }

  #exit(status: number): void {
    const left = this.#lines?.end();
    if (left?.length) this.#send("stdout", left);
    const { stdout, stderr } = this.#texts;
    const last = [encodeStdout(Buffer.from(stdout.end())), encodeStderr(Buffer.from(stderr.end()))];
    this.#answer(...last, encodeExit(status));
  }

  #fail(sentence: string): void {
    if (this.#ended) return;
    const restore = this.#isRaw ? [encodeRaw(false)] : [];
    this.#answer(...restore, encodeStderr(Buffer.from(`mullion: ${sentence}\n`)), encodeExit(1));
  }

  #answer(...frames: Buffer[]): void {
    this.#finish();
    this.#options.client.send(...frames);
    this.#options.client.end();
    this.#stream?.discard();
  }

  /** A cut ends no call. A caller that waits learns the reason, and a terminal shows it. */
  #onLink(isConnected: boolean): void {
    if (this.#isRaw) this.#notice.onLink();
    if (isConnected || this.#isRaw) {
      clearTimeout(this.#cutTimer);
      this.#cutTimer = undefined;
      return;
    }
    const { link, client } = this.#options;
    const say = () =>
      client.send(encodeStderr(Buffer.from(`mullion: waiting: ${link.unreachable().message}\n`)));
    this.#cutTimer ??= setTimeout(say, SAY_AFTER_MS);
  }

  #finish(): void {
    this.#ended = true;
    this.#gone.abort();
    this.#unsubscribe();
    clearTimeout(this.#cutTimer);
    this.#notice.close();
  }
}

/** Answers a call that names a host in a wrong way. */
export function rejectCall(client: RelayedClient, sentence: string): CallRelay {
  client.send(encodeStderr(Buffer.from(`mullion: ${legible(sentence)}\n`)), encodeExit(1));
  client.end();
  return { take() {}, gone() {}, dismiss() {} };
}
