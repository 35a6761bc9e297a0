import { MuxError } from "../core/errors.ts";
import { encodeInput } from "../wire/holder-wire.ts";

/** Input travels in frames of at most this size; those of one write stay together. */
const MAX_FRAME_BYTES = 64 * 1024;

interface Write {
  /** Frames that the holder has not taken yet, in order. */
  readonly frames: Map<bigint, Buffer>;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Input on its way to a pane. Every frame has an id and is kept until the holder says that it was written to the terminal,
 * so a connection that breaks costs nothing: what is unanswered is sent again, and the holder drops what it knows. While
 * the gate is closed (a shell that has not reached its prompt) input waits here in order; answers to the terminal's
 * queries pass, since the program that starts may wait for them.
 */
export class InputQueue {
  readonly #send: (frame: Buffer) => void;
  #sent: Write[] = [];
  #held: Write[] | undefined;
  #ended = false;

  constructor(send: (frame: Buffer) => void) {
    this.#send = send;
  }

  /** Settles when the terminal has all of it. Ids of the frames are `firstId` and the numbers after it. */
  write(bytes: Uint8Array, firstId: bigint, options: { readonly urgent?: boolean } = {}): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      if (this.#ended) return reject(gone());
      const write: Write = { frames: framesOf(bytes, firstId), resolve, reject };
      if (write.frames.size === 0) return resolve();
      if (this.#held && !options.urgent) this.#held.push(write);
      else this.#pass(write);
    });
    // Not everybody waits for it; whoever does sees the failure.
    taken.catch(() => {});
    return taken;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const write of held) this.#pass(write);
  }

  taken(inputId: bigint): void {
    const index = this.#sent.findIndex((write) => write.frames.delete(inputId));
    const write = this.#sent[index];
    if (!write || write.frames.size > 0) return;
    this.#sent.splice(index, 1);
    write.resolve();
  }

  /** After a new connection to the same holder. */
  sendAgain(): void {
    for (const write of this.#sent) for (const frame of write.frames.values()) this.#send(frame);
  }

  /** Nobody reads any longer. */
  end(): void {
    this.#ended = true;
    for (const write of [...this.#sent, ...(this.#held ?? [])]) write.reject(gone());
    this.#sent = [];
    this.#held = undefined;
  }

  #pass(write: Write): void {
    this.#sent.push(write);
    for (const frame of write.frames.values()) this.#send(frame);
  }
}

function framesOf(bytes: Uint8Array, firstId: bigint): Map<bigint, Buffer> {
  const frames = new Map<bigint, Buffer>();
  for (let at = 0; at < bytes.length; at += MAX_FRAME_BYTES) {
    const id = BigInt.asUintN(64, firstId + BigInt(frames.size));
    frames.set(id, encodeInput(id, bytes.subarray(at, at + MAX_FRAME_BYTES)));
  }
  return frames;
}

function gone(): MuxError {
  return new MuxError("no-such-pane", "the pane's process has ended");
}
