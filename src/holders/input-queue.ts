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
  /** Frames that the system has not taken over from us, and that the holder has not taken. */
  unhanded: number;
  untaken: number;
  handed(): void;
  taken(): void;
  failed(error: Error): void;
}

interface InputFrame {
  readonly id: bigint;
  readonly bytes: Buffer;
}

/** How far a write has come. */
export interface InputProgress {
  /** On its way to the holder: it arrives even if the daemon dies now. Settles in any case, at the latest with the pane. */
  readonly handed: Promise<void>;
  /** The terminal has all of it; rejects if the pane ends first. */
  readonly taken: Promise<void>;
}

/** Puts a frame on the wire, and tells when the system has it. */
export type SendInput = (frame: Buffer, handed: () => void) => void;

/**
 * Input on its way to a pane. Every frame has an id and is kept until the holder says that it was written to the terminal,
 * so a connection that breaks costs nothing: what is unanswered is sent again, and the holder drops what it knows. While
 * the gate is closed (a shell that has not reached its prompt) input waits here in order; answers to the terminal's
 * queries pass, since the program that starts may wait for them.
 */
export class InputQueue {
  #send: SendInput | undefined;
  #waiting: Write[] = [];
  readonly #untaken = new Map<bigint, { readonly frame: InputFrame; readonly write: Write }>();
  #untakenBytes = 0;
  #held = false;
  #ended = false;

  /** Ids of the frames are `firstId` and the numbers after it. */
  write(bytes: Uint8Array, firstId: bigint, { urgent = false } = {}): InputProgress {
    const handed = deferred();
    const taken = deferred();
    // Not everybody waits for it; whoever does sees the failure.
    taken.promise.catch(() => {});
    const unsent = this.#ended ? [] : framesOf(bytes, firstId);
    if (this.#ended) taken.reject(gone());
    if (unsent.length === 0) {
      handed.resolve();
      taken.resolve();
    } else {
      const count = { unhanded: unsent.length, untaken: unsent.length };
      this.#waiting.push({
        urgent,
        unsent,
        ...count,
        handed: handed.resolve,
        taken: taken.resolve,
        failed: taken.reject,
      });
      this.#pump();
    }
    return { handed: handed.promise, taken: taken.promise };
  }

  /** Everything that was written is on its way to the holder. */
  get idle(): boolean {
    return this.#send !== undefined && this.#waiting.length === 0;
  }

  /** There is a holder at the other end: what an earlier connection may have lost goes first. */
  connected(send: SendInput): void {
    this.#send = send;
    for (const { frame, write } of this.#untaken.values()) this.#sendFrame(frame, write);
    this.#pump();
  }

  disconnected(): void {
    this.#send = undefined;
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
    entry.write.untaken -= 1;
    if (entry.write.untaken === 0) entry.write.taken();
    this.#pump();
  }

  /** Nobody reads any longer. */
  end(): void {
    this.#ended = true;
    const writes = new Set([...[...this.#untaken.values()].map(({ write }) => write), ...this.#waiting]);
    this.#untaken.clear();
    this.#waiting = [];
    for (const write of writes) {
      write.handed();
      write.failed(gone());
    }
  }

  /** Sends what may be sent, each write whole before the next. */
  #pump(): void {
    for (let write = this.#next(); write; write = this.#next()) {
      const frame = write.unsent.shift()!;
      if (write.unsent.length === 0) this.#waiting.splice(this.#waiting.indexOf(write), 1);
      this.#untaken.set(frame.id, { frame, write });
      this.#untakenBytes += frame.bytes.length;
      this.#sendFrame(frame, write);
    }
  }

  #sendFrame(frame: InputFrame, write: Write): void {
    this.#send?.(frame.bytes, () => {
      write.unhanded -= 1;
      if (write.unhanded === 0) write.handed();
    });
  }

  #next(): Write | undefined {
    if (!this.#send) return undefined;
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

function deferred(): { promise: Promise<void>; resolve(): void; reject(error: Error): void } {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

function gone(): MuxError {
  return new MuxError("no-such-pane", "the pane's process has ended");
}
