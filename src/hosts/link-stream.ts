import { WireFault } from "../wire/frames.ts";
import { DATA_BYTES, STREAM_WINDOW } from "./link-wire.ts";

/** What a stream needs from its session. */
export interface StreamLink {
  /** Sends what the stream may send, as far as the pipe accepts it. */
  pump(stream: LinkStream): void;
  sendClose(stream: LinkStream): void;
  sendWindow(stream: LinkStream, bytes: number): void;
}

/**
 * `closed`: by the other end. `lost`: the session is gone, and what was on the way with it. `broken`: the other end broke the
 * protocol, and a repeated request would meet the same.
 */
export type StreamEnd = "closed" | "lost" | "broken";

/** Bytes consumed before the other end is granted more. */
const GRANT_BYTES = STREAM_WINDOW / 4;

/**
 * One byte stream of a link, in both directions. The sender has at most STREAM_WINDOW bytes on the way that the reader has
 * not consumed: a reader that stops holds up its own stream and no other, and neither end stores more than that.
 */
export class LinkStream {
  readonly id: number;
  /** The link may start the daemon there for this stream. */
  readonly starts: boolean;
  onData: (bytes: Buffer) => void = () => {};
  onEnd: (how: StreamEnd) => void = () => {};
  /** Everything written so far is on its way. */
  onDrained: () => void = () => {};
  readonly #link: StreamLink;
  readonly #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** Bytes that may still be sent. */
  #credit = STREAM_WINDOW;
  /** Bytes that the other end may still send. */
  #granted = STREAM_WINDOW;
  #consumed = 0;
  #ending = false;
  #ended = false;

  constructor(id: number, link: StreamLink, starts = true) {
    this.id = id;
    this.starts = starts;
    this.#link = link;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  write(bytes: Buffer): void {
    if (this.#ended || this.#ending || bytes.length === 0) return;
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#link.pump(this);
  }

  /** Sends everything that was written, then closes. */
  end(): void {
    if (this.#ended || this.#ending) return;
    this.#ending = true;
    this.#link.pump(this);
  }

  /** Closes at once; unsent bytes are discarded. */
  discard(): void {
    if (this.#ended) return;
    this.#finish();
    this.#link.sendClose(this);
  }

  /** The reader has handled bytes that `onData` delivered. */
  consumed(bytes: number): void {
    this.#consumed += bytes;
    if (this.#consumed < GRANT_BYTES || this.#ended) return;
    this.#granted += this.#consumed;
    this.#link.sendWindow(this, this.#consumed);
    this.#consumed = 0;
  }

  get canSend(): boolean {
    return !this.#ended && ((this.#queue.length > 0 && this.#credit > 0) || this.#isFlushed);
  }

  get #isFlushed(): boolean {
    return this.#ending && this.#queue.length === 0;
  }

  /** The next bytes to send; undefined: everything is sent, and the stream closes. */
  takeChunk(): Buffer | undefined {
    if (this.#isFlushed) {
      this.#finish();
      return undefined;
    }
    const first = this.#queue[0]!;
    const size = Math.min(first.length, this.#credit, DATA_BYTES);
    if (size === first.length) this.#queue.shift();
    else this.#queue[0] = first.subarray(size);
    this.#queuedBytes -= size;
    this.#credit -= size;
    if (this.#queuedBytes === 0) this.onDrained();
    return first.subarray(0, size);
  }

  receiveData(bytes: Buffer): void {
    if (bytes.length === 0) throw new WireFault("a stream sends nothing, again and again");
    this.#granted -= bytes.length;
    if (this.#granted < 0) throw new WireFault("a stream sends more than it may");
    if (!this.#ended) this.onData(bytes);
  }

  receiveWindow(bytes: number): void {
    this.#credit += bytes;
    if (this.#credit > STREAM_WINDOW) throw new WireFault("a stream is granted more than it has used");
    this.#link.pump(this);
  }

  receiveEnd(how: StreamEnd): void {
    if (this.#ended) return;
    this.#finish();
    this.onEnd(how);
  }

  #finish(): void {
    this.#ended = true;
    this.#queue.length = 0;
    this.#queuedBytes = 0;
  }
}
