import { MuxError } from "../core/errors.ts";
import { CLIENT_WIRE_VERSION } from "../wire/client-wire.ts";
import { encodeFrame, type Frame, FrameDecoder, WireFault } from "../wire/frames.ts";
import type { Invocation } from "../wire/invocation.ts";
import { type CallPlace, serveStream } from "./far-call.ts";
import { LinkSession } from "./link-session.ts";
import {
  decodeHello,
  encodeJson,
  LINK_FRAME,
  LINK_MARK,
  LINK_VERSION,
  type LinkHello,
  MAX_LINK_PAYLOAD,
} from "./link-wire.ts";

export interface FarOptions {
  /** Socket of this daemon: each stream is a connection to it. */
  readonly socketPath: string;
  readonly version: string;
  /** Level of the protocol. */
  readonly level: number;
  /** Where calls run, if not in the login of `mullion connect`: in the job of an engine. */
  readonly login?: Omit<CallPlace, "socketPath">;
}

interface FarSession {
  readonly origin: string;
  readonly session: LinkSession;
  /** Where new calls run: in the login of the newest pipe, because sockets such as that of ssh's agent end with theirs. */
  place: CallPlace;
  /** Ends the pipe that carries it. */
  leave: ((reason: string) => void) | undefined;
  expiry: NodeJS.Timeout | undefined;
}

/** A session whose pipe was cut waits this long for the next one. */
const KEPT_MS = 600_000;
const MAX_SESSIONS = 64;
const REOPENED = "the link was opened again";
/** A person's side pings more often than this. */
const SILENCE_MS = 60_000;

/**
 * The far ends of links: what `mullion connect` runs on a host. A session outlives its pipe, so that calls go on when
 * the person's side comes back. A new session of the same origin replaces its earlier ones: their daemon is gone.
 */
export class FarLinks {
  readonly #options: FarOptions;
  readonly #sessions = new Map<string, FarSession>();
  /** The calls that are pipes, and what ends each of them. */
  readonly #pipes = new Map<unknown, (reason: string) => void>();
  /** Called when the streams of connected sessions have ended. */
  #onIdle: (() => void)[] = [];

  constructor(options: FarOptions) {
    this.#options = options;
  }

  /** Serves a pipe until it ends. Resolves to the exit status. */
  serve(call: Invocation): Promise<number> {
    if (call.tty.stdin || call.tty.stdout)
      throw new MuxError(
        "bad-value",
        "connect without an address speaks to another Mullion, not to a terminal: mullion host add on the other machine uses it",
      );
    call.setControl(1);
    call.stdout(LINK_MARK);
    return new Promise((resolve) => this.#carry(call, resolve));
  }

  /** Whether the call is the pipe of a link: other calls may run through it. */
  isPipe(call: unknown): boolean {
    return this.#pipes.has(call);
  }

  /**
   * Resolves when every stream that has a pipe has ended: the person's side has received the answers of the calls that ran
   * through it.
   */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
      this.#notifyIdle();
    });
  }

  /** Ends every link, so that no call waits for its daemon's end. The person's side shows the reason. */
  stop(reason: string): void {
    for (const [key, far] of this.#sessions) this.#end(key, far, reason);
    for (const leave of [...this.#pipes.values()]) leave(reason);
  }

  #notifyIdle(): void {
    if (this.#onIdle.length === 0) return;
    for (const { leave, session } of this.#sessions.values()) if (leave && session.streams > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #carry(call: Invocation, resolve: (status: number) => void): void {
    let far: FarSession | undefined;
    let stopReading = () => {};
    const { socketPath, login } = this.#options;
    const place: CallPlace = { socketPath, ...(login ?? { environment: call.environment }) };
    const end = (status: number, reason?: string) => {
      clearTimeout(silence);
      stopReading();
      this.#pipes.delete(call);
      if (far?.leave === leave) this.#cut(far);
      if (reason !== undefined) call.stdout(encodeFrame(LINK_FRAME.REFUSED, Buffer.from(reason)));
      resolve(status);
    };
    const leave = (reason: string) => end(1, reason);
    this.#pipes.set(call, leave);
    const silence = setTimeout(() => end(1), SILENCE_MS).unref();
    const decoder = new FrameDecoder(MAX_LINK_PAYLOAD, (frame) => {
      if (far) far.session.receive(frame);
      else far = this.#begin(frame, call, place, leave);
    });
    stopReading = call.stdin.relay({
      onData(bytes) {
        silence.refresh();
        try {
          decoder.push(Buffer.from(bytes));
        } catch (error) {
          if (!(error instanceof WireFault)) throw error;
          end(1, error.message);
        }
      },
      onEnd: () => end(0),
    });
    call.flow.onDrained(() => far?.leave === leave && far.session.drained());
    call.onSignal(() => end(1));
    call.onGone(() => end(1));
  }

  #begin(frame: Frame, call: Invocation, place: CallPlace, leave: (reason: string) => void): FarSession {
    if (frame.type !== LINK_FRAME.HELLO) throw new WireFault("a link begins with a hello");
    const hello = decodeHello(frame.payload);
    const named = this.#sessions.get(hello.session);
    // Checked first, because an origin may neither continue nor cut nor replace the session of another.
    if (named && named.origin !== hello.origin) throw new WireFault("this session belongs to another link");
    named?.leave?.("the link has another pipe now");
    // It does not continue where the welcome of a new session was cut: the other end still has the session of an earlier daemon.
    const known = named?.session.continuesAt(hello.received) ? named : undefined;
    const far = known ?? this.#open(hello, place);
    clearTimeout(far.expiry);
    far.leave = leave;
    far.place = place;
    const { version, level } = this.#options;
    const { received } = far.session;
    const about = { version, clientWire: CLIENT_WIRE_VERSION, level, node: process.version };
    const welcome = { link: LINK_VERSION, ...about, resumed: known !== undefined, received };
    call.stdout(encodeJson(LINK_FRAME.WELCOME, welcome));
    const write = (bytes: Buffer) => {
      call.stdout(bytes);
      return !call.flow.congested;
    };
    far.session.resume({ write }, known ? hello.received : 0);
    return far;
  }

  #open({ origin, session: id }: LinkHello, place: CallPlace): FarSession {
    for (const [key, other] of this.#sessions) if (other.origin === origin) this.#end(key, other, REOPENED);
    for (const [key, other] of this.#sessions) {
      if (this.#sessions.size < MAX_SESSIONS) break;
      if (!other.leave) this.#end(key, other, REOPENED);
    }
    if (this.#sessions.size >= MAX_SESSIONS) throw new WireFault("this host has too many links");
    const session = new LinkSession({
      accept: (stream, door) => serveStream(stream, door, far.place),
      onStreamEnd: () => this.#notifyIdle(),
    });
    const far: FarSession = { origin, session, place, leave: undefined, expiry: undefined };
    this.#sessions.set(id, far);
    return far;
  }

  #cut(far: FarSession): void {
    far.leave = undefined;
    far.session.suspend();
    this.#notifyIdle();
    const expire = () => {
      for (const [key, other] of this.#sessions) if (other === far) this.#end(key, far, REOPENED);
    };
    far.expiry = setTimeout(expire, KEPT_MS).unref();
  }

  #end(key: string, far: FarSession, reason: string): void {
    this.#sessions.delete(key);
    const { leave } = far;
    far.leave = undefined;
    leave?.(reason);
    clearTimeout(far.expiry);
    far.session.close();
    this.#notifyIdle();
  }
}
