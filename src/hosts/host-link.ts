import { randomBytes } from "node:crypto";
import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import { momentText } from "../core/text/moment.ts";
import { CLIENT_WIRE_VERSION } from "../wire/client-wire.ts";
import { type Frame, FrameDecoder, WireFault } from "../wire/frames.ts";
import { type Host, linkCommand, linkEnvironment } from "./host.ts";
import { type LinkPipe, openPipe } from "./link-pipe.ts";
import { LinkSession } from "./link-session.ts";
import {
  decodeWelcome,
  encodeJson,
  LINK_FRAME,
  LINK_MARK,
  LINK_VERSION,
  type LinkWelcome,
  MAX_LINK_PAYLOAD,
} from "./link-wire.ts";
import { retryPauseMs } from "./retry-pause.ts";

export type HostLinkState =
  /** No call needed the host recently. */
  | { readonly kind: "idle" }
  | { readonly kind: "connecting" }
  /** Times are milliseconds since the epoch. */
  | {
      readonly kind: "connected";
      readonly since: number;
      readonly latencyMs: number | undefined;
      readonly welcome: LinkWelcome;
    }
  | { readonly kind: "unreachable"; readonly since: number; readonly reason: string };

export interface ReachOptions {
  /** Of the caller: ssh finds its agent and its configuration with it. Absent: that of the caller before. */
  readonly environment?: ReadonlyMap<string, string> | undefined;
  /** Tries at once, even if the link tries again by itself a while later. */
  readonly now?: boolean;
  /** Waits for an unreachable host until the signal is aborted, instead of failing. */
  readonly wait?: boolean;
  /**
   * False: the caller only looks at panes. Where no daemon runs, one is started for it only if panes live there, so an open
   * page or list does not undo `mullion down`.
   */
  readonly starts?: boolean;
  readonly signal?: AbortSignal;
}

/** Time for ssh and for the daemon's start there. */
const CONNECT_MS = 20_000;
const BEAT_MS = 5_000;
/** Without a byte from the host for this long, the link counts as cut. */
const SILENCE_MS = 15_000;
/** A link without calls is closed after this. */
const IDLE_MS = 600_000;
/** What a shell there may print before the link begins. */
const MAX_PREFACE_BYTES = 64 * 1024;
const MAX_REFUSAL_CHARS = 200;
const MAX_COMPLAINT_CHARS = 4_000;
const NO_DAEMON = "no daemon runs there and no pane lives; a call that needs the host starts a daemon";
/** What the client there prints in place of a frame when its daemon dies, as for any control client. */
const DAEMON_ENDED = "%exit server exited unexpectedly\n";

/**
 * The near end of the link to one host: one pipe, opened by the first call that needs it and kept while calls come. When it
 * is cut, the session stays, and the link tries again, with longer and longer pauses, for as long as a call is on its way
 * or waits. Without such a call the next one tries at once. While all of them only look at panes, an attempt starts no daemon
 * on a host that has neither a daemon nor panes.
 */
export class HostLink {
  readonly host: Host;
  readonly #origin: string;
  readonly #changed = new Set<(state: HostLinkState) => void>();
  #id = randomBytes(16).toString("hex");
  #session = new LinkSession();
  #environment: ReadonlyMap<string, string>;
  #state: HostLinkState = { kind: "idle" };
  #pipe: LinkPipe | undefined;
  #attempt: Promise<void> | undefined;
  /** Fails the attempt that is under way. */
  #giveUp: (reason: string) => void = () => {};
  /** Why the daemon there ended the last connection; undefined: something else ended it. */
  #farewell: string | undefined;
  /** Failed attempts since the last connection. */
  #failures = 0;
  /** Breaches of the protocol since the link last held for a beat. */
  #breaches = 0;
  #waiting = 0;
  /** Of those that wait: they may start the daemon there. */
  #waitingToStart = 0;
  /** The last attempt found no daemon, and was not allowed to start one. */
  #isAbsent = false;
  #retry: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #lastByte = 0;
  #lastCall = 0;
  #pingTime: number | undefined;
  #complaints = "";
  #stopped = false;

  /** `environment`: of calls that have none of their own. */
  constructor(host: Host, origin: string, environment: ReadonlyMap<string, string>) {
    this.host = host;
    this.#origin = origin;
    this.#environment = environment;
  }

  get state(): HostLinkState {
    return this.#state;
  }

  /** The host was removed or changed, or this daemon leaves: the link is of no use any more. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Process id of the program that carries the link. */
  get pid(): number | undefined {
    return this.#pipe?.pid;
  }

  /** The end of what the programs that carried the link have complained about: foreign text. */
  get complaints(): string {
    return this.#complaints;
  }

  onChange(listener: (state: HostLinkState) => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  /** The connected session. Throws MuxError with a sentence if the host cannot be reached. */
  async reach(options: ReachOptions): Promise<LinkSession> {
    const { environment, now = false, wait = false, starts = true, signal } = options;
    if (this.#stopped) throw new MuxError("not-supported", `host ${this.host.name} was removed or changed`);
    if (environment) this.#environment = environment;
    this.#lastCall = Date.now();
    if (this.#isConnected) return this.#session;
    // The link tries again by itself, and the last attempt has failed: no caller waits for the next one unasked.
    const isKnown = this.#retry !== undefined && this.#failures > 0 && this.#isNeeded;
    const isHopeless = !now && isKnown && !(starts && this.#isAbsent);
    // A call that begins again by itself would meet a broken host as often as a program can start.
    const isPaced = wait && this.#breaches > 0;
    if (!isHopeless && !isPaced) await this.#connect(starts).catch(() => {});
    // This call has waited for an attempt that was not allowed to start the daemon.
    if (starts && this.#isAbsent) await this.#connect(true).catch(() => {});
    if (wait) await this.#comeBack(starts, signal);
    if (!this.#isConnected) throw this.unreachable();
    return this.#session;
  }

  /** A call is on its way or waits. */
  get #isNeeded(): boolean {
    return this.#waiting > 0 || this.#session.streams > 0;
  }

  get #mayStart(): boolean {
    return this.#waitingToStart > 0 || this.#session.starts;
  }

  /** No daemon runs there, and nobody has asked for one. */
  get isAbsent(): boolean {
    return this.#isAbsent;
  }

  get #isConnected(): boolean {
    return this.#state.kind === "connected";
  }

  /** The failure of a call to a host that cannot be reached. */
  unreachable(): MuxError {
    const { name } = this.host;
    if (this.#state.kind !== "unreachable")
      return new MuxError("not-supported", `host ${name} is not connected`);
    const { since, reason } = this.#state;
    const time = momentText(since, Date.now());
    return new MuxError(
      "not-supported",
      `host ${name} is unreachable since ${time} (${reason}): mullion host doctor ${name} says what to do`,
    );
  }

  /** Measures the time to the host and back. Resolves to milliseconds. */
  async measure(): Promise<number | undefined> {
    return await new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve(this.#state.kind === "connected" ? this.#state.latencyMs : undefined);
      };
      const timer = setTimeout(settle, SILENCE_MS);
      const unsubscribe = this.onChange(settle);
      this.#ping();
    });
  }

  /** Closes the link for good; calls on their way are lost. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#giveUp("the host was removed or changed");
    this.#disconnect();
    this.#session.close();
    this.#setState({ kind: "idle" });
  }

  /** Resolves when the host is connected again or the signal is aborted. */
  async #comeBack(starts: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (this.#isConnected || signal?.aborted || this.#stopped) return;
    this.#waiting += 1;
    if (starts) this.#waitingToStart += 1;
    this.#retryLater();
    await new Promise<void>((resolve) => {
      const settle = () => {
        signal?.removeEventListener("abort", settle);
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.onChange(({ kind }) => {
        if (kind === "connected" || this.#stopped) settle();
      });
      signal?.addEventListener("abort", settle, { once: true });
    });
    this.#waiting -= 1;
    if (starts) this.#waitingToStart -= 1;
  }

  #connect(starts: boolean): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#attempt ??= this.#open(starts || this.#mayStart).finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  async #open(starts: boolean): Promise<void> {
    this.#isAbsent = false;
    if (this.#state.kind === "idle") this.#setState({ kind: "connecting" });
    try {
      await this.#handshake(starts);
    } catch (error) {
      this.#failures += 1;
      this.#lost((error as Error).message);
      throw error;
    }
  }

  /** Starts the program and agrees on the session. From then on the pipe carries the session until it is cut. */
  #handshake(starts: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        clearTimeout(timer);
        if (this.#pipe === pipe) this.#disconnect();
        reject(new Error(reason));
      };
      this.#giveUp = fail;
      const timer = setTimeout(() => fail(`it did not answer within ${CONNECT_MS / 1000} s`), CONNECT_MS);
      let preface: Buffer | undefined = Buffer.alloc(0);
      const decoder = new FrameDecoder(MAX_LINK_PAYLOAD, (frame) => {
        if (this.#pipe !== pipe) return;
        if (this.#beganWith !== pipe && !starts && frame.type === LINK_FRAME.NO_DAEMON) {
          this.#isAbsent = true;
          fail(this.#farewell ?? NO_DAEMON);
        } else if (this.#beganWith !== pipe) {
          const welcome = this.#begin(pipe, frame);
          clearTimeout(timer);
          // At once: what came together with the welcome may end the link.
          this.#connected(welcome);
          resolve();
        } else if (frame.type === LINK_FRAME.REFUSED) {
          this.#farewell = refusal(frame);
          this.#cut(pipe, this.#farewell, fail);
        } else this.#receive(frame);
      });
      const onData = (bytes: Buffer) => {
        if (this.#pipe !== pipe) return;
        this.#lastByte = Date.now();
        try {
          preface &&= Buffer.concat([preface, bytes]);
          const rest = preface ? afterMark(preface) : bytes;
          if (rest === undefined) return;
          preface = undefined;
          decoder.push(rest);
        } catch (error) {
          if (!(error instanceof WireFault)) throw error;
          if (bytes.toString("latin1").endsWith(DAEMON_ENDED)) this.#cut(pipe, "its daemon ended", fail);
          else this.#breach(pipe, `it breaks the link's protocol: ${error.message}`, fail);
        }
      };
      const pipe = openPipe(linkCommand(this.host), linkEnvironment(this.host, this.#environment), {
        onData,
        onDrained: () => this.#pipe === pipe && this.#session.drained(),
        onComplaint: (text) => {
          this.#complaints = (this.#complaints + text).slice(-MAX_COMPLAINT_CHARS);
        },
        onEnd: (reason) => this.#cut(pipe, reason, fail),
      });
      this.#pipe = pipe;
      const { received } = this.#session;
      const about = { link: LINK_VERSION, origin: this.#origin, session: this.#id, received };
      pipe.write(encodeJson(LINK_FRAME.HELLO, starts ? about : { ...about, starts }));
    });
  }

  /** The pipe whose session has begun. */
  #beganWith: LinkPipe | undefined;

  #begin(pipe: LinkPipe, frame: Frame): LinkWelcome {
    const { type, payload } = frame;
    if (type === LINK_FRAME.REFUSED) throw new WireFault(refusal(frame));
    if (type !== LINK_FRAME.WELCOME) throw new WireFault("it does not begin with a welcome");
    const welcome = decodeWelcome(payload);
    if (welcome.clientWire !== CLIENT_WIRE_VERSION)
      throw new WireFault(
        `it runs Mullion ${welcome.version}, which speaks version ${welcome.clientWire} of the client wire, and this one speaks ${CLIENT_WIRE_VERSION}: mullion host upgrade ${this.host.name} brings it to this version`,
      );
    // A new session there is reported as resumed if the welcome that announced it was cut.
    if (!welcome.resumed || !this.#session.continuesAt(welcome.received)) {
      const lost = this.#session;
      this.#session = new LinkSession();
      lost.close();
    }
    this.#session.resume(pipe, welcome.received);
    this.#beganWith = pipe;
    return welcome;
  }

  #connected(welcome: LinkWelcome): void {
    this.#failures = 0;
    this.#farewell = undefined;
    this.#beat = setInterval(() => this.#onBeat(), BEAT_MS).unref();
    this.#setState({ kind: "connected", since: Date.now(), latencyMs: undefined, welcome });
    this.#ping();
  }

  #receive(frame: Frame): void {
    this.#session.receive(frame);
    if (frame.type !== LINK_FRAME.PONG || this.#pingTime === undefined || this.#state.kind !== "connected")
      return;
    const latencyMs = performance.now() - this.#pingTime;
    this.#pingTime = undefined;
    this.#setState({ ...this.#state, latencyMs });
  }

  /** `fail`: rejects the handshake, if the session has not begun on this pipe. */
  #cut(pipe: LinkPipe, reason: string, fail: (reason: string) => void): void {
    if (this.#pipe !== pipe) return;
    if (this.#beganWith !== pipe) fail(reason);
    else {
      this.#disconnect();
      this.#lost(reason);
    }
  }

  /** A host that breaks the protocol loses the session: its calls end with the reason, and do not wait for its next link. */
  #breach(pipe: LinkPipe, reason: string, fail: (reason: string) => void): void {
    if (this.#pipe !== pipe || this.#beganWith !== pipe) {
      this.#cut(pipe, reason, fail);
      return;
    }
    this.#breaches += 1;
    this.#disconnect();
    const broken = this.#startOver();
    this.#lost(reason);
    broken.close("broken");
  }

  /** The next link has a new session. Returns the old one. */
  #startOver(): LinkSession {
    const old = this.#session;
    this.#session = new LinkSession();
    this.#id = randomBytes(16).toString("hex");
    return old;
  }

  #disconnect(): void {
    clearInterval(this.#beat);
    const pipe = this.#pipe;
    this.#pipe = undefined;
    this.#pingTime = undefined;
    this.#session.suspend();
    pipe?.kill();
  }

  #lost(reason: string): void {
    if (this.#stopped) return;
    const since = this.#state.kind === "unreachable" ? this.#state.since : Date.now();
    this.#setState({ kind: "unreachable", since, reason });
    this.#retryLater();
  }

  /** Tries again while a call is on its way or waits. */
  #retryLater(): void {
    if (this.#stopped || this.#retry || this.#isConnected || !this.#isNeeded) return;
    const longest = retryPauseMs(this.#failures + this.#breaches);
    // Hosts that were cut off together do not come back at the same moment.
    const pauseMs = longest * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (this.#isNeeded) this.#connect(false).catch(() => {});
    }, pauseMs);
  }

  #onBeat(): void {
    const now = Date.now();
    this.#breaches = 0;
    if (this.#session.streams > 0) this.#lastCall = now;
    if (now - this.#lastByte > SILENCE_MS) {
      this.#disconnect();
      this.#lost(`it has not answered for ${SILENCE_MS / 1000} s`);
    } else if (now - this.#lastCall > IDLE_MS) {
      this.#disconnect();
      this.#startOver().close();
      this.#setState({ kind: "idle" });
    } else this.#ping();
  }

  #ping(): void {
    // Nothing is sent while the link is cut, and the answer to the next ping would count from here.
    if (!this.#isConnected) return;
    this.#pingTime ??= performance.now();
    this.#session.ping();
  }

  #setState(state: HostLinkState): void {
    this.#state = state;
    for (const listener of [...this.#changed]) listener(state);
  }
}

/** What follows the mark; undefined: it has not arrived. */
function afterMark(bytes: Buffer): Buffer | undefined {
  const at = bytes.indexOf(LINK_MARK);
  if (at >= 0) return bytes.subarray(at + LINK_MARK.length);
  if (bytes.length > MAX_PREFACE_BYTES)
    throw new WireFault("what answers there is not mullion connect, or a login script prints without end");
  return undefined;
}

/** Why the host does not serve this pipe, or serves it no longer: its daemon may be upgraded, and take the session up again. */
function refusal({ payload }: Frame): string {
  return legible(payload.toString().slice(0, MAX_REFUSAL_CHARS));
}
