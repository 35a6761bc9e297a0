import { Duplex } from "node:stream";
import type { LinkStream } from "./link-stream.ts";
import { STREAM_WINDOW } from "./link-wire.ts";

/**
 * A stream of a link as Node's own kind of stream, for libraries that want one. A reader that stops holds up the host's
 * writer, and a full link holds up ours. Neither direction can be closed alone.
 */
export class LinkDuplex extends Duplex {
  readonly #stream: LinkStream;
  /** Bytes that the reader has not asked for. */
  #unread = 0;
  #onRoom: (() => void) | undefined;

  constructor(stream: LinkStream) {
    super({ allowHalfOpen: false });
    this.#stream = stream;
    stream.onData = (bytes) => {
      if (this.push(bytes)) stream.consumed(bytes.length);
      else this.#unread += bytes.length;
    };
    stream.onEnd = (how) => {
      if (how === "closed") this.push(null);
      else this.destroy(new Error("the link was lost"));
    };
    stream.onDrained = () => {
      const onRoom = this.#onRoom;
      this.#onRoom = undefined;
      onRoom?.();
    };
  }

  override _read(): void {
    this.#stream.consumed(this.#unread);
    this.#unread = 0;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#stream.write(chunk);
    if (this.#stream.queuedBytes <= STREAM_WINDOW) done();
    else this.#onRoom = done;
  }

  /** The other end closes with this one, and does not answer that. */
  override _final(done: () => void): void {
    this.#stream.onData = (bytes) => this.#stream.consumed(bytes.length);
    this.#stream.end();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stream.discard();
    done(error);
  }
}
