import { MuxError } from "../../core/errors.ts";
import type { ClientStdin, StdinReader } from "../../wire/invocation.ts";

const MAX_STDIN_BYTES = 64 * 1024 * 1024;

/** The daemon's side of a client's standard input. */
export class CallStdin implements ClientStdin {
  readonly #want: (on: boolean) => void;
  #reader: StdinReader | undefined;
  #ended = false;

  constructor(want: (on: boolean) => void) {
    this.#want = want;
  }

  read(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const parts: Uint8Array[] = [];
      let size = 0;
      const stop = this.relay({
        onData: (bytes) => {
          parts.push(bytes);
          size += bytes.length;
          if (size <= MAX_STDIN_BYTES) return;
          stop();
          reject(new MuxError("too-large", `standard input is longer than ${MAX_STDIN_BYTES} bytes`));
        },
        onEnd: () => resolve(Buffer.concat(parts)),
      });
    });
  }

  relay(reader: StdinReader): () => void {
    if (this.#ended) {
      reader.onEnd();
      return () => {};
    }
    this.#reader = reader;
    this.#want(true);
    return () => {
      if (this.#reader !== reader) return;
      this.#reader = undefined;
      this.#want(false);
    };
  }

  take(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#reader?.onData(bytes);
  }

  /** No reader gets anything more. */
  close(): void {
    this.#ended = true;
  }

  end(): void {
    this.close();
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.onEnd();
  }
}
