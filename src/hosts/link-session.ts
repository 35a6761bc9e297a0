import { type Frame, WireFault } from "../wire/frames.ts";
import { LinkStream, type StreamEnd, type StreamLink } from "./link-stream.ts";
import {
  decodeCount,
  encodeCount,
  encodeStreamFrame,
  encodeWindow,
  FIRST_NUMBERED,
  LINK_DOOR,
  LINK_FRAME,
  STREAM_WINDOW,
} from "./link-wire.ts";

/** The pipe that carries a session at the moment. */
export interface LinkCarrier {
  /** False: the pipe is full. The owner calls `drained` when it has room again. */
  write(bytes: Buffer): boolean;
}

export interface SessionOptions {
  /** Takes a stream that the other end opened for a door; absent on the near end, which rejects them. */
  readonly accept?: (stream: LinkStream, door: number) => void;
  /** Called after each end of a stream, while the session goes on. */
  readonly onStreamEnd?: () => void;
}

/** Streams that one session may have at the same time. */
const MAX_STREAMS = 1024;
/** Received bytes, and frames, after which this end acknowledges without being asked. */
const ACK_BYTES = 32 * 1024;
const ACK_FRAMES = 32;
/** Frames without bytes that may be on the way to a stream when it is closed; each counts as a byte. */
const STRAY_FRAMES = 16;
const MAX_STRAY_BYTES = MAX_STREAMS * STREAM_WINDOW;
/** Numbered frames that the other end may leave unacknowledged. */
const MAX_UNACKNOWLEDGED = 16 * 1024;

/**
 * The streams of a link, over as many pipes as it takes. Both ends count numbered frames. Each keeps those that it sent
 * until the other end has acknowledged them; when a pipe is cut and the next one opens, it resends the rest, in order. So a
 * cut loses no byte and repeats none, wherever in a frame it happens. While no pipe is open, written bytes wait in their
 * streams, whose writers stop when too many wait.
 *
 * If one of the daemons dies, its end of the session is gone: every stream ends as `lost`, and its user repeats what can be
 * repeated (`relayed-call.ts`).
 */
export class LinkSession implements StreamLink {
  readonly #accept: SessionOptions["accept"];
  readonly #onStreamEnd: SessionOptions["onStreamEnd"];
  readonly #streams = new Map<number, LinkStream>();
  #carrier: LinkCarrier | undefined;
  #isFull = false;
  #nextStream = 1;
  #received = 0;
  /** Received since the last acknowledgement. */
  #newBytes = 0;
  #newFrames = 0;
  /** Numbered frames that the other end has; those after it are kept. */
  #acknowledged = 0;
  #kept: Buffer[] = [];
  /** A count that waits for room in the pipe; it is made when it is sent. */
  #owed: number | undefined;
  /** What the other end may still send to streams that this end has closed meanwhile, in bytes. */
  #strayBytes = 0;
  #closed = false;

  constructor({ accept, onStreamEnd }: SessionOptions = {}) {
    this.#accept = accept;
    this.#onStreamEnd = onStreamEnd;
  }

  /** Numbered frames received. */
  get received(): number {
    return this.#received;
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Whether an end that has received this many numbered frames can continue this session. */
  continuesAt(peerReceived: number): boolean {
    const fresh = peerReceived - this.#acknowledged;
    return fresh >= 0 && fresh <= this.#kept.length;
  }

  /** Whether a stream of this session may start the daemon there. */
  get starts(): boolean {
    return [...this.#streams.values()].some((stream) => stream.starts);
  }

  /** `starts`: while the pipe is cut, the next one may start the daemon there for this stream. */
  open(door: number = LINK_DOOR.CALL, starts = true): LinkStream {
    if (this.#streams.size >= MAX_STREAMS) throw new WireFault("this link has too many calls at once");
    const stream = new LinkStream(this.#nextStream++, this, starts);
    this.#streams.set(stream.id, stream);
    const payload = door === LINK_DOOR.CALL ? undefined : Buffer.from([door]);
    this.#send(encodeStreamFrame(LINK_FRAME.OPEN, stream.id, payload));
    return stream;
  }

  /** Continues on this pipe. `peerReceived`: numbered frames that the other end has. */
  resume(carrier: LinkCarrier, peerReceived: number): void {
    this.#acknowledge(peerReceived);
    this.#carrier = carrier;
    this.#isFull = false;
    for (const frame of this.#kept) this.#write(frame);
    this.drained();
  }

  /** The pipe is cut. */
  suspend(): void {
    this.#carrier = undefined;
  }

  /** Ends every stream: what was on the way is lost. */
  close(how: StreamEnd = "lost"): void {
    this.#closed = true;
    this.#carrier = undefined;
    this.#kept = [];
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) stream.receiveEnd(how);
  }

  /** The pipe has room again: streams with unsent bytes take turns. */
  drained(): void {
    this.#isFull = false;
    if (this.#owed !== undefined) this.#count(this.#owed);
    for (let sent = true; sent && !this.#isFull; ) {
      sent = false;
      for (const stream of [...this.#streams.values()]) sent = this.#sendChunk(stream) || sent;
    }
  }

  pump(stream: LinkStream): void {
    while (this.#sendChunk(stream));
  }

  sendClose(stream: LinkStream): void {
    if (!this.#streams.delete(stream.id)) return;
    this.#strayBytes = Math.min(this.#strayBytes + STREAM_WINDOW + STRAY_FRAMES, MAX_STRAY_BYTES);
    this.#send(encodeStreamFrame(LINK_FRAME.CLOSE, stream.id));
    this.#onStreamEnd?.();
  }

  sendWindow(stream: LinkStream, bytes: number): void {
    this.#send(encodeWindow(stream.id, bytes));
  }

  /** Handles a frame of the current pipe, other than HELLO, WELCOME and REFUSED. */
  receive(frame: Frame): void {
    const { type, payload } = frame;
    if (this.#kept.length > MAX_UNACKNOWLEDGED)
      throw new WireFault("the other end does not acknowledge what it receives");
    if (type >= FIRST_NUMBERED) {
      this.#received += 1;
      this.#receiveNumbered(frame);
      this.#newFrames += 1;
      this.#newBytes += payload.length;
      if (this.#newFrames >= ACK_FRAMES || this.#newBytes >= ACK_BYTES) this.#count(LINK_FRAME.ACK);
    } else if (type === LINK_FRAME.ACK || type === LINK_FRAME.PING || type === LINK_FRAME.PONG) {
      this.#acknowledge(decodeCount(payload, this.#acknowledged));
      if (type === LINK_FRAME.PING) this.#answerPing();
    } else throw new WireFault(`there is no frame of type ${type} here`);
  }

  ping(): void {
    this.#count(LINK_FRAME.PING);
  }

  #answerPing(): void {
    if (!this.#accept) throw new WireFault("only the person's side of a link pings");
    this.#count(LINK_FRAME.PONG);
  }

  #receiveNumbered({ type, payload }: Frame): void {
    if (payload.length < 4) throw new WireFault("a frame names no stream");
    const id = payload.readUInt32LE(0);
    const stream = this.#streams.get(id);
    if (type === LINK_FRAME.OPEN) this.#opened(id, payload[4] ?? LINK_DOOR.CALL);
    else if (!stream && type <= LINK_FRAME.CLOSE) this.#stray(type, payload);
    else if (type === LINK_FRAME.DATA) stream?.receiveData(payload.subarray(4));
    else if (type === LINK_FRAME.WINDOW && payload.length === 8)
      stream?.receiveWindow(payload.readUInt32LE(4));
    else if (type === LINK_FRAME.CLOSE) {
      this.#streams.delete(id);
      stream?.receiveEnd("closed");
      this.#onStreamEnd?.();
    } else throw new WireFault(`there is no frame of type ${type} here`);
  }

  /** A frame for a stream that this end does not have: the other end did not know that it was closed, or made it up. */
  #stray(type: number, payload: Buffer): void {
    this.#strayBytes -= type === LINK_FRAME.DATA ? Math.max(payload.length - 4, 1) : 1;
    if (this.#strayBytes < 0) throw new WireFault("a frame is for a stream that is not open");
  }

  #opened(id: number, door: number): void {
    if (!this.#accept) throw new WireFault("only the person's side of a link opens streams");
    if (id < this.#nextStream || this.#streams.size >= MAX_STREAMS)
      throw new WireFault("a stream is opened twice, or is one too many");
    this.#nextStream = id + 1;
    const stream = new LinkStream(id, this);
    this.#streams.set(id, stream);
    this.#accept(stream, door);
  }

  /** Returns whether it sent something. */
  #sendChunk(stream: LinkStream): boolean {
    if (!this.#carrier || this.#isFull || !stream.canSend) return false;
    const chunk = stream.takeChunk();
    if (chunk) this.#send(encodeStreamFrame(LINK_FRAME.DATA, stream.id, chunk));
    else this.sendClose(stream);
    return true;
  }

  #send(frame: Buffer): void {
    if (this.#closed) return;
    this.#kept.push(frame);
    this.#write(frame);
  }

  #write(frame: Buffer): void {
    if (this.#carrier?.write(frame) === false) this.#isFull = true;
  }

  /** An end that does not read must not fill the memory of the other: of the counts that wait only the last is sent. */
  #count(type: number): void {
    if (this.#isFull) {
      if (this.#owed === undefined || type !== LINK_FRAME.ACK) this.#owed = type;
      return;
    }
    this.#owed = undefined;
    this.#newFrames = 0;
    this.#newBytes = 0;
    this.#write(encodeCount(type, this.#received));
  }

  #acknowledge(count: number): void {
    if (!this.continuesAt(count)) throw new WireFault("the other end acknowledges what was never sent");
    if (count > this.#acknowledged) this.#kept.splice(0, count - this.#acknowledged);
    this.#acknowledged = count;
  }
}
