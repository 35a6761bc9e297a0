import { MuxError } from "../core/errors.ts";
import { encodeInput, HOLDER_INPUT_IDS, HOLDER_QUEUE_BYTES } from "../wire/holder-wire.ts";

/** Input travels in frames of at most this size; those of one write stay together. */
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * What a holder has not taken yet stays below what it queues for a child that does not read: else an acknowledgement or a
 * close would be stuck behind input. Of the ids that it remembers half are used, for the same reason that it remembers them.
 */
const MAX_UNTAKEN_BYTES = HOLDER_QUEUE_BYTES / 2;
/** Answers to queries that the application has not read: a program may ask millions of times and never read. */
const MAX_REPLY_BYTES = 16 * 1024;
/** What waits here, beyond what the holder has, for an application that reads slower than others write. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const MAX_WAITING_WRITES = 16 * 1024;
/** The holder is full, and the terminal has taken nothing for this long: the application does not read. */
const STALLED_MS = 1_000;

interface Write {
  readonly urgent: boolean;
  readonly bytes: number;
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
  /**
   * On its way to the holder: it arrives even if the daemon dies now. Resolves in any case, at the latest with the pane; also
   * once it is clear that the application does not read, and the holder has no room for all of it.
   */
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
 *
 * Everything is bounded. Beyond its bound an answer is dropped: the application has older ones to read first. Any other
 * write waits while the application reads, however slowly; once it is stalled, `isFull` says that no more should come.
 */
export class InputQueue {
  #send: SendInput | undefined;
  #maxUntakenFrames = HOLDER_INPUT_IDS / 2;
  #waiting: Write[] = [];
  #waitingBytes = 0;
  readonly #untaken = new Map<bigint, { readonly frame: InputFrame; readonly write: Write }>();
  #untakenBytes = 0;
  #replyBytes = 0;
  #held = false;
  #ended = false;
  /** Runs while writes wait for a holder that has no room. */
  #stalling: NodeJS.Timeout | undefined;
  #stalled = false;

  /** Ids of the frames are `firstId` and the numbers after it. */
  write(bytes: Uint8Array, firstId: bigint): InputProgress {
    const handed = deferred();
    const taken = deferred();
    // Not everybody waits for it; whoever does sees the failure.
    taken.promise.catch(() => {});
    const progress = { handed: handed.resolve, taken: taken.resolve, failed: taken.reject };
    if (this.#ended) taken.reject(gone());
    if (this.#ended || bytes.length === 0) {
      handed.resolve();
      taken.resolve();
    } else this.#add(bytes, firstId, { urgent: false, ...progress });
    return { handed: handed.promise, taken: taken.promise };
  }

  /** An answer to a query. Passes a closed gate, and is dropped where too many are unread. */
  reply(bytes: Uint8Array, id: bigint): void {
    if (this.#ended || this.#replyBytes + bytes.length > MAX_REPLY_BYTES) return;
    this.#replyBytes += bytes.length;
    const taken = () => {
      this.#replyBytes -= bytes.length;
    };
    this.#add(bytes, id, { urgent: true, handed: ignore, taken, failed: ignore });
  }

  /** The application does not read, and so much waits for it that no more should be written. */
  get isFull(): boolean {
    return (
      this.#stalled || this.#waitingBytes >= MAX_WAITING_BYTES || this.#waiting.length >= MAX_WAITING_WRITES
    );
  }

  #add(
    bytes: Uint8Array,
    firstId: bigint,
    progress: Pick<Write, "urgent" | "handed" | "taken" | "failed">,
  ): void {
    const unsent = framesOf(bytes, firstId);
    const count = { unhanded: unsent.length, untaken: unsent.length };
    this.#waiting.push({ ...progress, bytes: bytes.length, unsent, ...count });
    this.#waitingBytes += bytes.length;
    this.#pump();
  }

  /** Everything that was written is on its way to the holder. */
  get idle(): boolean {
    return this.#send !== undefined && this.#waiting.length === 0;
  }

  /** There is a holder at the other end: what an earlier connection may have lost goes first. */
  connected(send: SendInput, inputIds = HOLDER_INPUT_IDS): void {
    this.#send = send;
    this.#maxUntakenFrames = inputIds / 2;
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
    this.#movedOn();
    this.#pump();
  }

  /** Nobody reads any longer. */
  end(): void {
    this.#ended = true;
    this.#movedOn();
    const writes = new Set([...[...this.#untaken.values()].map(({ write }) => write), ...this.#waiting]);
    this.#untaken.clear();
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const write of writes) {
      write.handed();
      write.failed(gone());
    }
  }

  #movedOn(): void {
    clearTimeout(this.#stalling);
    this.#stalling = undefined;
    this.#stalled = false;
  }

  /** Writes wait for room in the holder: if it gets none, their callers are answered without waiting longer. */
  #watchStall(): void {
    if (this.#stalled) this.#answerWaiting();
    else
      this.#stalling ??= setTimeout(() => {
        this.#stalled = true;
        this.#answerWaiting();
      }, STALLED_MS).unref();
  }

  #answerWaiting(): void {
    for (const write of this.#waiting) write.handed();
  }

  /** Sends what may be sent, each write whole before the next. */
  #pump(): void {
    for (let write = this.#next(); write; write = this.#next()) {
      const frame = write.unsent.shift()!;
      if (write.unsent.length === 0) {
        this.#waiting.splice(this.#waiting.indexOf(write), 1);
        this.#waitingBytes -= write.bytes;
      }
      this.#untaken.set(frame.id, { frame, write });
      this.#untakenBytes += frame.bytes.length;
      this.#sendFrame(frame, write);
    }
    if (this.#waiting.length > 0 && this.#hasNoRoom) this.#watchStall();
  }

  get #hasNoRoom(): boolean {
    return this.#untakenBytes >= MAX_UNTAKEN_BYTES || this.#untaken.size >= this.#maxUntakenFrames;
  }

  #sendFrame(frame: InputFrame, write: Write): void {
    this.#send?.(frame.bytes, () => {
      write.unhanded -= 1;
      if (write.unhanded === 0) write.handed();
    });
  }

  #next(): Write | undefined {
    if (!this.#send || this.#hasNoRoom) return undefined;
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

function ignore(): void {}

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
