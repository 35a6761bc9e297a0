import { encodeFrame, WIRE_HEADER_SIZE, WireFault } from "../wire/frames.ts";

/**
 * The wire of a link: one pipe between the daemon of a person (the near end) and the daemon of a host (the far end), which
 * `mullion connect` on the host relays. The near end opens the pipe and every stream; the far end can open nothing.
 *
 * The far end begins with a mark, because shells and login messages may print before it. Then both sides send frames of
 * `length (u32) type (u8) payload`, little endian. HELLO and WELCOME agree on the session, and each names how many
 * numbered frames of it its side has received. Frames from FIRST_NUMBERED on are numbered implicitly, by counting: after a
 * cut each side resends exactly those that the other has not received (`link-session.ts`).
 */
export const LINK_VERSION = 1;

/** The far end's first bytes. F5 begins no UTF-8 text. */
export const LINK_MARK = Buffer.from([0xf5, 0x4d, 0x4c, 0x4b, LINK_VERSION]);

export const LINK_FRAME = {
  /** JSON: the near end's `LinkHello`. */
  HELLO: 1,
  /** JSON: the far end's `LinkWelcome`. */
  WELCOME: 2,
  /** A sentence: why the far end does not serve this link, or serves it no longer. */
  REFUSED: 3,
  /** Empty, in place of WELCOME: no daemon runs there and no pane lives, and HELLO asked for no start. */
  NO_DAEMON: 7,
  /** u32 count of numbered frames received, modulo 2^32. */
  ACK: 4,
  /** u32 as in ACK. The other side answers with PONG. */
  PING: 5,
  PONG: 6,
  /** u32 stream, and u8 door, which is LINK_DOOR.CALL where absent */
  OPEN: 16,
  /** u32 stream, bytes */
  DATA: 17,
  /** u32 stream, u32 bytes that the sender may send in addition */
  WINDOW: 18,
  /** u32 stream: no further bytes in either direction */
  CLOSE: 19,
} as const;

/** What a stream speaks. */
export const LINK_DOOR = {
  /** The client wire: one call of `mullion`. */
  CALL: 0,
  /** What the daemon's socket speaks, as the first byte decides: the pane-backend protocol, or HTTP. */
  SOCKET: 1,
} as const;

export const FIRST_NUMBERED = LINK_FRAME.OPEN;

/** Longest payload that either side accepts. */
export const MAX_LINK_PAYLOAD = 64 * 1024;
/** Bytes of one DATA frame: small enough that streams take turns. */
export const DATA_BYTES = 16 * 1024;
/** Bytes that a sender may have on the way in one stream. */
export const STREAM_WINDOW = 256 * 1024;

export interface LinkHello {
  readonly link: number;
  /** The near end's installation and its name for the host: a new session of them replaces their earlier ones. */
  readonly origin: string;
  readonly session: string;
  /** Numbered frames of the session that the near end has received. */
  readonly received: number;
  /**
   * False: where no daemon runs, one is started only if panes live. `mullion connect` reads this before it has a daemon
   * (native/client/link-start.c); earlier versions ignore it.
   */
  readonly starts?: false;
}

export interface LinkWelcome {
  readonly link: number;
  /** Version of Mullion, of the client wire, level of the protocol, version of Node. */
  readonly version: string;
  readonly clientWire: number;
  readonly level: number;
  readonly node: string;
  /** The session continues; false: it is new there, and a previous one is lost. */
  readonly resumed: boolean;
  readonly received: number;
}

export function encodeCount(type: number, count: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32LE(count % COUNTS, 0);
  return encodeFrame(type, payload);
}

/** The count that the sender meant: the one after `known` that has these lower 32 bits. */
export function decodeCount(payload: Buffer, known: number): number {
  if (payload.length !== 4) throw new WireFault("a count has another size than it should");
  const ahead = (payload.readUInt32LE(0) - (known % COUNTS) + COUNTS) % COUNTS;
  return known + ahead;
}

const COUNTS = 0x1_0000_0000;

export function encodeStreamFrame(type: number, stream: number, payload?: Uint8Array): Buffer {
  const size = 4 + (payload?.length ?? 0);
  const frame = Buffer.allocUnsafe(WIRE_HEADER_SIZE + size);
  frame.writeUInt32LE(size, 0);
  frame[4] = type;
  frame.writeUInt32LE(stream, WIRE_HEADER_SIZE);
  if (payload) frame.set(payload, WIRE_HEADER_SIZE + 4);
  return frame;
}

export function encodeWindow(stream: number, bytes: number): Buffer {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32LE(bytes, 0);
  return encodeStreamFrame(LINK_FRAME.WINDOW, stream, payload);
}

export function encodeJson(type: number, value: LinkHello | LinkWelcome): Buffer {
  return encodeFrame(type, Buffer.from(JSON.stringify(value)));
}

export function decodeHello(payload: Buffer): LinkHello {
  const { link, origin, session, received } = parseObject(payload);
  if (link !== LINK_VERSION)
    throw new WireFault(`it speaks version ${legibleNumber(link)} of the link, this Mullion ${LINK_VERSION}`);
  if (!isId(origin) || !isId(session) || !isCount(received))
    throw new WireFault("the first message of the link is not one of ours");
  return { link, origin, session, received };
}

export function decodeWelcome(payload: Buffer): LinkWelcome {
  const { link, version, clientWire, level, node, resumed, received } = parseObject(payload);
  const texts = [version, node];
  const numbers = [link, clientWire, level, received];
  if (!texts.every(isShortText) || !numbers.every(isCount) || typeof resumed !== "boolean")
    throw new WireFault("the first message of the host is not one of ours");
  return { link, version, clientWire, level, node, resumed, received } as LinkWelcome;
}

function parseObject(payload: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload.toString());
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new WireFault("the first message of the link is not one of ours");
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{16,64}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && /^[\x20-\x7e]{0,100}$/.test(value);
}

function legibleNumber(value: unknown): string {
  return isCount(value) ? String(value) : "?";
}
