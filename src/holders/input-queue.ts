import { MuxError } from "../core/errors.ts";
import { encodeInput, HOLDER_INPUT_IDS, HOLDER_QUEUE_BYTES } from "../wire/holder-wire.ts";

/** Input travels in frames of at most this size; those of one write stay together. */
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * What a holder has not taken yet stays below what it queues for a child that does not read: else an acknowledgement or a
 * close would be stuck behind input. Within the ids it remembers, for the same reason that it remembers them.
 */
const MAX_UNTAKEN_BYTES = HOLDER_QUEUE_BYTES / 2;
const MAX_UNTAKEN_FRAMES = HOLDER_INPUT_IDS / 2;

interface Write {
  readonly urgent: boolean;
  /** Not sent yet, in order. */
  readonly unsent: InputFrame[];
  /** Frames that the holder has not taken, sent or not. */
  left: number;
  resolve(): void;
  reject(error: Error): void;
}

interface InputFrame {
  readonly id: bigint;
  readonly bytes: Buffer;
}

/**
 * Input on its way to a pane. Every frame has an id and is kept until the holder says that it was written to the terminal,
 * so a connection that breaks costs nothing: what is unanswered is sent again, and the holder drops what it knows. While
 * the gate is closed (a shell that has not reached its prompt) input waits here in order; answers to the terminal's
 * queries pass, since the program that starts may wait for them.
 */
export class InputQueue {
  readonly #send: (frame: Buffer) => void;
  #waiting: Write[] = [];
  readonly #untaken = new Map<bigint, { readonly frame: InputFrame; readonly write: Write }>();
  #untakenBytes = 0;
  #held = false;
  #ended = false;

  constructor(send: (frame: Buffer) => void) {
    this.#send = send;
  }

  /** Settles when the terminal has all of it. Ids of the frames are `firstId` and the numbers after it. */
  write(bytes: Uint8Array, firstId: bigint, { urgent = false } = {}): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      const unsent = framesOf(bytes, firstId);
      if (this.#ended) reject(gone());
      else if (unsent.length === 0) resolve();
      else this.#waiting.push({ urgent, unsent, left: unsent.length, resolve, reject });
    });
    // Not everybody waits for it; whoever does sees the failure.
    taken.catch(() => {});
    this.#pump();
    return taken;
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#pump();
  }

  taken(inputId: bigint): void {
    const entry = this.#untaken.get(inputId);
    if (!entry) return;
    this.#untaken.delete(inputId);
    this.#untakenBytes -= entry.frame.bytes.length;
    entry.write.left -= 1;
    if (entry.write.left === 0) entry.write.resolve();
    this.#pump();
  }

  /** After a new connection to the same holder. */
  sendAgain(): void {
    for (const { frame } of this.#untaken.values()) this.#send(frame.bytes);
  }

  /** Nobody reads any longer. */
  end(): void {
    this.#ended = true;
    const writes = new Set([...[...this.#untaken.values()].map(({ write }) => write), ...this.#waiting]);
    this.#untaken.clear();
    this.#waiting = [];
    for (const write of writes) write.reject(gone());
  }

  /** Sends what may be sent, each write whole before the next. */
  #pump(): void {
    for (let write = this.#next(); write; write = this.#next()) {
      const frame = write.unsent.shift()!;
      if (write.unsent.length === 0) this.#waiting.splice(this.#waiting.indexOf(write), 1);
      this.#untaken.set(frame.id, { frame, write });
      this.#untakenBytes += frame.bytes.length;
      this.#send(frame.bytes);
    }
  }

  #next(): Write | undefined {
    if (this.#untakenBytes >= MAX_UNTAKEN_BYTES || this.#untaken.size >= MAX_UNTAKEN_FRAMES) return undefined;
    return this.#held ? this.#waiting.find(({ urgent }) => urgent) : this.#waiting[0];
  }
}

function framesOf(bytes: Uint8Array, firstId: bigint): InputFrame[] {
  const frames: InputFrame[] = [];
  for (let at = 0; at < bytes.length; at += MAX_FRAME_BYTES) {
    const id = BigInt.asUintN(64, firstId + BigInt(frames.length));
    frames.push({ id, bytes: encodeInput(id, bytes.subarray(at, at + MAX_FRAME_BYTES)) });
  }
  return frames;
}

function gone(): MuxError {
  return new MuxError("no-such-pane", "the pane's process has ended");
}
