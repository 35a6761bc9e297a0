import { StringDecoder } from "node:string_decoder";
import { setTimeout as pause } from "node:timers/promises";
import { decodeDaemonMessage, encodeStdin, WIRE_MAX_CLIENT_PAYLOAD } from "../wire/client-wire.ts";
import { FrameDecoder, WireFault } from "../wire/frames.ts";
import { encodeCall } from "./ask-host.ts";
import type { HostLink } from "./host-link.ts";
import type { LinkSession } from "./link-session.ts";
import type { LinkStream } from "./link-stream.ts";
import { LINK_DOOR } from "./link-wire.ts";
import { retryPauseMs } from "./retry-pause.ts";

export interface FollowedCallOptions {
  /** Words of `mullion`. */
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  /** False: its first attempt, as all later ones, starts no daemon on a host without panes. */
  readonly starts: boolean;
  /** Of the next attempt: each is a request of its own. */
  requestId(): bigint;
  /** The verb begins on the host, also for the second time: a daemon that dies takes the first run with it. */
  onBegin(): void;
  onLine(line: string): void;
  /** The host cannot be reached; the call begins when it can. `ended`: the verb has ended, and the call with it. */
  onFail(sentence: string, ended: boolean): void;
}

/** Longest line that is accepted from a host. */
const MAX_LINE_CHARS = 1024 * 1024;
const MAX_COMPLAINT_CHARS = 500;

/** Why a run of the verb is over; undefined: the stream has ended without an answer, and the call begins again. */
type RunEnd = string | undefined;

/**
 * A verb that runs on a host until its follower has seen enough, its output line by line. It goes on through cuts of the
 * link, and begins again when the session is lost.
 */
export class FollowedCall {
  readonly #link: HostLink;
  readonly #options: FollowedCallOptions;
  readonly #over = new AbortController();
  #stream: LinkStream | undefined;
  #wantsInput = false;
  #unsent: string[] = [];
  /** Runs in succession that the host has closed. */
  #closings = 0;

  constructor(link: HostLink, options: FollowedCallOptions) {
    this.#link = link;
    this.#options = options;
    void this.#run();
  }

  /** A line for the verb's standard input. It is lost with a session. */
  send(line: string): void {
    this.#unsent.push(line);
    this.#flush();
  }

  close(): void {
    this.#over.abort();
    this.#stream?.discard();
  }

  async #run(): Promise<void> {
    const { environment, starts, onFail } = this.#options;
    const { signal } = this.#over;
    for (let wait = false; !signal.aborted; wait = true) {
      try {
        const session = await this.#link.reach({ environment, wait, starts: starts && !wait, signal });
        if (signal.aborted) return;
        const end = await this.#runOnce(session);
        if (signal.aborted) return;
        if (end !== undefined) {
          onFail(end, true);
          return;
        }
        if (this.#closings > 0) await this.#rest();
      } catch (error) {
        if (signal.aborted) return;
        // A link that has too many calls is there, so the next attempt would fail at once, and all others after it.
        const isOver = this.#link.isStopped || error instanceof WireFault;
        onFail((error as Error).message, isOver);
        if (isOver) return;
      }
    }
  }

  /** A host that closes the call is there, so only a pause keeps it from being asked as often as it can answer. */
  async #rest(): Promise<void> {
    this.#options.onFail(`host ${this.#link.host.name} closed the call`, false);
    await pause(retryPauseMs(this.#closings - 1), undefined, { signal: this.#over.signal }).catch(() => {});
  }

  #runOnce(session: LinkSession): Promise<RunEnd> {
    const { argv, requestId, onBegin } = this.#options;
    const stream = session.open(LINK_DOOR.CALL, false);
    this.#stream = stream;
    this.#wantsInput = false;
    this.#unsent = [];
    return new Promise((resolve, reject) => {
      const end = (why: RunEnd) => {
        stream.discard();
        this.#stream = undefined;
        resolve(why);
      };
      const decoder = this.#decoder(end);
      stream.onData = (bytes) => {
        try {
          decoder.push(bytes);
          stream.consumed(bytes.length);
        } catch (error) {
          end(`host ${this.#link.host.name} gave a wrong answer: ${(error as Error).message}`);
        }
      };
      stream.onEnd = (how) => {
        if (how === "broken") reject(this.#link.unreachable());
        this.#closings = how === "closed" ? this.#closings + 1 : 0;
        end(undefined);
      };
      stream.write(encodeCall(argv, requestId()));
      onBegin();
    });
  }

  #decoder(end: (why: RunEnd) => void): FrameDecoder {
    const { name } = this.#link.host;
    const text = new StringDecoder("utf8");
    let rest = "";
    let complaint = "";
    return new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
      const message = decodeDaemonMessage(frame);
      if (message.kind === "stdout") {
        const lines = (rest + text.write(message.bytes)).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) this.#options.onLine(line);
        if (rest.length > MAX_LINE_CHARS) end(`the answer of host ${name} is too long`);
      } else if (message.kind === "stderr")
        complaint = (complaint + message.bytes.toString()).slice(-MAX_COMPLAINT_CHARS);
      else if (message.kind === "want-stdin") {
        this.#wantsInput = message.on;
        this.#flush();
      } else if (message.kind === "exit") {
        const why = complaint.trim();
        end(why ? `host ${name}: ${why}` : `the call on host ${name} ended with status ${message.status}`);
      } else if (message.kind !== "stdin-taken") end(`host ${name} gave a wrong answer (${message.kind})`);
    });
  }

  #flush(): void {
    if (!this.#wantsInput || this.#unsent.length === 0) return;
    this.#stream?.write(encodeStdin(Buffer.from(this.#unsent.map((line) => `${line}\n`).join(""))));
    this.#unsent = [];
  }
}
