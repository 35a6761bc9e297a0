import { deferred } from "../core/deferred.ts";
import { MuxError } from "../core/errors.ts";
import { encodeInput, HOLDER_INPUT_IDS, HOLDER_QUEUE_BYTES } from "../wire/holder-wire.ts";

/** Largest input frame; the frames of one write stay together. */
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * Unacknowledged input stays below the holder's queue for a child that does not read: otherwise an acknowledgement or a
 * close would be blocked behind input. For the same reason, only half of the ids that the holder remembers are used.
 */
const MAX_UNTAKEN_BYTES = HOLDER_QUEUE_BYTES / 2;
/**
 * Limit for replies to queries that the application has not read: a program may query millions of times and never read.
 */
const MAX_REPLY_BYTES = 16 * 1024;
/** Limit for input waiting here, beyond the holder's queue, for an application that reads slowly. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const MAX_WAITING_WRITES = 16 * 1024;
/** If the holder is full and the terminal has accepted nothing for this long, the application does not read. */
const STALLED_MS = 1_000;

interface Write {
  readonly urgent: boolean;
  readonly bytes: number;
  /** Not sent yet, in order. */
  readonly unsent: InputFrame[];
  /** Frames that neither the system nor the holder has accepted. */
  unhanded: number;
  untaken: number;
  onHanded(): void;
  onTaken(): void;
  onFailed(error: Error): void;
}

interface InputFrame {
  readonly id: bigint;
  readonly bytes: Buffer;
}

/** Progress of a write. */
export interface InputProgress {
  /**
   * Resolves when the input is on its way to the holder and arrives even if the daemon dies. Also resolves when the
   * pane ends, or when the application does not read and the holder has no room for all of it.
   */
  readonly handed: Promise<void>;
  /** Resolves when the terminal has all of it; rejects if the pane ends first. */
  readonly taken: Promise<void>;
}

/** The connection that takes the frames. */
export interface InputLine {
  /** `onHanded` is called when the system has the frame. */
  send(frame: Buffer, onHanded: () => void): void;
}

/**
 * Input on its way to a pane. Every frame has an id and is kept until the holder acknowledges that it was written to
 * the terminal, so a broken connection loses nothing: unacknowledged frames are sent again, and the holder discards
 * known ids. While the gate is closed (a shell that has not reached its prompt), input waits here in order; replies to
 * terminal queries pass, because the starting program may wait for them.
 *
 * Everything is bounded. Replies beyond their bound are dropped: the application has older ones to read first. Other
 * writes wait while the application reads, however slowly; once it stalls, `isFull` signals that callers should stop.
 */
export class InputQueue {
  #line: InputLine | undefined;
  #maxUntakenFrames = HOLDER_INPUT_IDS / 2;
  #waiting: Write[] = [];
  #waitingBytes = 0;
  readonly #untaken = new Map<bigint, { readonly frame: InputFrame; readonly write: Write }>();
  #untakenBytes = 0;
  #replyBytes = 0;
  #held = false;
  #ended = false;
  /** Runs while writes wait for a holder without room. */
  #stalling: NodeJS.Timeout | undefined;
  #stalled = false;

  /** The frames get `firstId` and the ids after it. */
  write(bytes: Uint8Array, firstId: bigint): InputProgress {
    const handed = deferred();
    const taken = deferred();
    // Callers may ignore this promise; those that await it see the rejection.
    taken.promise.catch(() => {});
    if (this.#ended) taken.reject(gone());
    if (this.#ended || bytes.length === 0) {
      handed.resolve();
      taken.resolve();
    } else {
      const { resolve: onTaken, reject: onFailed } = taken;
      this.#add(bytes, firstId, { urgent: false, onHanded: handed.resolve, onTaken, onFailed });
    }
    return { handed: handed.promise, taken: taken.promise };
  }

  /** A reply to a query. Passes a closed gate, and is dropped when too many are unread. */
  reply(bytes: Uint8Array, id: bigint): void {
    if (this.#ended || this.#replyBytes + bytes.length > MAX_REPLY_BYTES) return;
    this.#replyBytes += bytes.length;
    const onTaken = () => {
      this.#replyBytes -= bytes.length;
    };
    this.#add(bytes, id, { urgent: true, onHanded: ignore, onTaken, onFailed: ignore });
  }

  /** The application does not read, and the queue for it is full: callers should stop writing. */
  get isFull(): boolean {
    return (
      this.#stalled || this.#waitingBytes >= MAX_WAITING_BYTES || this.#waiting.length >= MAX_WAITING_WRITES
    );
  }

  #add(
    bytes: Uint8Array,
    firstId: bigint,
    { urgent, onHanded, onTaken, onFailed }: Pick<Write, "urgent" | "onHanded" | "onTaken" | "onFailed">,
  ): void {
    const unsent = framesOf(bytes, firstId);
    const { length } = unsent;
    const count = bytes.length;
    // No spread: it costs 8 µs for each key.
    this.#waiting.push({
      urgent,
      bytes: count,
      unsent,
      unhanded: length,
      untaken: length,
      onHanded,
      onTaken,
      onFailed,
    });
    this.#waitingBytes += bytes.length;
    this.#pump();
  }

  /** All input is on its way to the holder. */
  get idle(): boolean {
    return this.#line !== undefined && this.#waiting.length === 0;
  }

  /** A holder is connected: frames that an earlier connection may have lost go first. */
  connect(line: InputLine, inputIds = HOLDER_INPUT_IDS): void {
    this.#line = line;
    this.#maxUntakenFrames = inputIds / 2;
    for (const { frame, write } of this.#untaken.values()) this.#sendFrame(frame, write);
    this.#pump();
  }

  disconnect(): void {
    this.#line = undefined;
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#pump();
  }

  onTaken(inputId: bigint): void {
    const entry = this.#untaken.get(inputId);
    if (!entry) return;
    this.#untaken.delete(inputId);
    this.#untakenBytes -= entry.frame.bytes.length;
    entry.write.untaken -= 1;
    if (entry.write.untaken === 0) entry.write.onTaken();
    this.#noteProgress();
    this.#pump();
  }

  /** The pane has ended. */
  end(): void {
    this.#ended = true;
    this.#noteProgress();
    const writes = new Set([...[...this.#untaken.values()].map(({ write }) => write), ...this.#waiting]);
    this.#untaken.clear();
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const write of writes) {
      write.onHanded();
      write.onFailed(gone());
    }
  }

  #noteProgress(): void {
    clearTimeout(this.#stalling);
    this.#stalling = undefined;
    this.#stalled = false;
  }

  /**
   * Watches writes that wait for room in the holder: if it makes none, their callers are answered without further
   * waiting.
   */
  #watchStall(): void {
    if (this.#stalled) this.#answerWaiting();
    else
      this.#stalling ??= setTimeout(() => {
        this.#stalled = true;
        this.#answerWaiting();
      }, STALLED_MS).unref();
  }

  #answerWaiting(): void {
    for (const write of this.#waiting) write.onHanded();
  }

  /** Sends what may be sent, each write completely before the next. */
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
    this.#line?.send(frame.bytes, () => {
      write.unhanded -= 1;
      if (write.unhanded === 0) write.onHanded();
    });
  }

  #next(): Write | undefined {
    if (!this.#line || this.#hasNoRoom) return undefined;
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

function gone(): MuxError {
  return new MuxError("no-such-pane", "the pane's process has ended");
}
