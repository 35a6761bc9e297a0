/**
 * Framing shared by every wire of `native/shared/wire.h`: an 8-byte preamble from the side that connected, then frames of
 * `length (u32) type (u8) payload`, all integers little endian. The decoder hands out views into the chunks it was given
 * wherever a frame lies inside one chunk, and copies only frames that arrive in pieces.
 */

export const WIRE_MAGIC = Buffer.from([0xf5, 0x4d, 0x4c, 0x4e]);
export const WIRE_PREAMBLE_SIZE = 8;
export const WIRE_HEADER_SIZE = 5;

export const WIRE_ROLE = { client: "c", holder: "h", launcher: "l" } as const;
export type WireRole = (typeof WIRE_ROLE)[keyof typeof WIRE_ROLE];

/** The peer violated the protocol: its connection ends, and nothing else is affected. */
export class WireFault extends Error {
  override readonly name = "WireFault";
}

export interface Frame {
  readonly type: number;
  readonly payload: Buffer;
}

export interface Preamble {
  readonly role: string;
  readonly version: number;
}

export function encodePreamble(role: WireRole, version: number): Buffer {
  const bytes = Buffer.alloc(WIRE_PREAMBLE_SIZE);
  WIRE_MAGIC.copy(bytes);
  bytes.write(role, 4, "latin1");
  bytes.writeUInt16LE(version, 6);
  return bytes;
}

export function decodePreamble(bytes: Buffer): Preamble {
  if (bytes.length < WIRE_PREAMBLE_SIZE || bytes.compare(WIRE_MAGIC, 0, 4, 0, 4) !== 0) {
    throw new WireFault("this connection does not begin as Mullion's wire does");
  }
  return { role: String.fromCharCode(bytes[4]!), version: bytes.readUInt16LE(6) };
}

export function encodeFrame(type: number, payload: Uint8Array = EMPTY): Buffer {
  const frame = Buffer.allocUnsafe(WIRE_HEADER_SIZE + payload.length);
  frame.writeUInt32LE(payload.length, 0);
  frame[4] = type;
  frame.set(payload, WIRE_HEADER_SIZE);
  return frame;
}

const EMPTY = new Uint8Array(0);

/**
 * Receives chunks from a socket and calls `onFrame` for each complete frame. It holds at most one incomplete frame, and
 * only the bytes of it that have arrived: an announced large frame costs the receiver nothing.
 */
export class FrameDecoder {
  readonly #maxPayload: number;
  readonly #onFrame: (frame: Frame) => void;
  #pieces: Buffer[] = [];
  #held = 0;
  /** Bytes needed for the next step: a header, or the complete frame. */
  #needed = WIRE_HEADER_SIZE;

  constructor(maxPayload: number, onFrame: (frame: Frame) => void) {
    this.#maxPayload = maxPayload;
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    // Completes the frame that has begun, and copies no byte behind it: in a flood every chunk ends inside a frame.
    while (this.#held > 0) {
      const piece = rest.subarray(0, this.#needed - this.#held);
      rest = rest.subarray(piece.length);
      this.#hold(piece);
      if (this.#held < this.#needed) return;
      const begun = Buffer.concat(this.#pieces, this.#held);
      this.#pieces = [];
      this.#held = 0;
      this.#hold(this.#takeFrames(begun));
    }
    this.#hold(this.#takeFrames(rest));
  }

  #hold(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#held += piece.length;
  }

  #takeFrames(bytes: Buffer): Buffer {
    let at = 0;
    while (true) {
      const left = bytes.length - at;
      this.#needed = WIRE_HEADER_SIZE;
      if (left < WIRE_HEADER_SIZE) break;
      const length = bytes.readUInt32LE(at);
      if (length > this.#maxPayload) {
        throw new WireFault(`a frame of ${length} bytes is longer than the ${this.#maxPayload} allowed`);
      }
      this.#needed = WIRE_HEADER_SIZE + length;
      if (left < this.#needed) break;
      const start = at + WIRE_HEADER_SIZE;
      at = start + length;
      this.#onFrame({ type: bytes[start - 1]!, payload: bytes.subarray(start, at) });
    }
    return bytes.subarray(at);
  }
}
