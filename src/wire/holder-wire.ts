import type { LentTerminal } from "./client-wire.ts";
import { encodeFrame, type Frame, WIRE_HEADER_SIZE, WireFault } from "./frames.ts";
import { PayloadReader, PayloadWriter } from "./payload.ts";
import type { Size } from "./size.ts";

/** The wires between the daemon and its holders and launcher: the other half of `native/shared/wire.h`. */
export const HOLDER_WIRE_VERSION = 1;
export const LAUNCHER_WIRE_VERSION = 4;
export const WIRE_MAX_HOLDER_PAYLOAD = 16 * 1024 * 1024;

/** Output that a holder keeps until a daemon accepts it; when full, the holder stops reading the terminal. */
export const HOLDER_KEEP_BYTES = 1024 * 1024;
export const HOLDER_QUEUE_BYTES = 1024 * 1024;
export const HOLDER_INPUT_IDS = 256;
/** Longest description that a holder stores. */
export const HOLDER_DESCRIPTION_BYTES = 64 * 1024;
export const HOLDER_MOST_INPUT_IDS = 16384;

export const DAEMON_TO_HOLDER = {
  HOLDER_RESUME: 1,
  HOLDER_ACK: 2,
  HOLDER_INPUT: 3,
  HOLDER_RESIZE: 4,
  HOLDER_SIGNAL: 5,
  HOLDER_QUERY: 6,
  HOLDER_CLOSE: 7,
  HOLDER_FORGET: 8,
  HOLDER_END_INPUT: 9,
  HOLDER_LEND: 10,
  HOLDER_TAKE_BACK: 11,
  HOLDER_DRAW: 12,
  HOLDER_DRAW_NO_MORE: 13,
  HOLDER_UNREAD_TAKEN: 14,
  HOLDER_LISTEN: 15,
  HOLDER_DESCRIBE: 16,
} as const;

/** What a holder may draw on a lent terminal beside plain text, and how. */
export const DRAW_ABILITY = {
  all: 1 << 0,
  atCursor: 1 << 1,
  cursorShown: 1 << 2,
  toEdge: 1 << 3,
  lastColumn: 1 << 4,
  erases: 1 << 5,
  utf8: 1 << 6,
  dim: 1 << 7,
  italic: 1 << 8,
  blink: 1 << 9,
  hidden: 1 << 10,
  strikethrough: 1 << 11,
  colours: 1 << 12,
  bright: 1 << 13,
  palette: 1 << 14,
  rgb: 1 << 15,
} as const;

export const HOLDER_TO_DAEMON = {
  PANE_WELCOME: 65,
  PANE_OUTPUT: 66,
  PANE_INPUT_TAKEN: 67,
  PANE_STATE: 68,
  PANE_EXIT: 69,
  PANE_REFUSED: 70,
  PANE_TYPED: 71,
  PANE_DRAWN: 72,
  PANE_DRAWS_NO_MORE: 73,
  PANE_GAVE_BACK: 74,
  PANE_UNREAD: 75,
} as const;

export const DAEMON_TO_LAUNCHER = { LAUNCH: 1, SIGNAL_SESSION: 2 } as const;
export const LAUNCHER_TO_DAEMON = {
  LAUNCHED: 65,
  LAUNCH_FAILED: 66,
  SESSION_SIGNALLED: 67,
  LAUNCHER_REFUSED: 70,
} as const;

export const LAUNCH_STAGE = {
  STAGE_SOCKET: 1,
  STAGE_PTY: 2,
  STAGE_FORK: 3,
  STAGE_CWD: 4,
  STAGE_EXEC: 5,
} as const;

/** The stream of a launched process, and whether the process outlives the daemon. */
export const LAUNCH_KIND = { KIND_PANE: 0, KIND_PIPE: 1, KIND_JOB: 2 } as const;

/** The processes that HOLDER_SIGNAL reaches. */
export const SIGNAL_WHOM = { child: 0, foreground: 1, session: 2 } as const;
export type SignalWhom = keyof typeof SIGNAL_WHOM;

export interface Welcome {
  readonly holderPid: number;
  readonly childPid: number;
  readonly tty: string;
  /** Offsets of the first byte still kept and after the last one. */
  readonly firstOffset: number;
  readonly endOffset: number;
  readonly size: Size;
  readonly startTimeMs: number;
  readonly exited: boolean;
  /** The holder accepts lent terminals; a holder of an earlier install does not. */
  readonly borrows: boolean;
  /** The holder creates its socket file again on request; a holder of an earlier install cannot. */
  readonly relistens: boolean;
  /** The pane's description (HOLDER_DESCRIBE); undefined for a holder of an earlier install. */
  readonly description: string | undefined;
  /** Number of input ids that the holder remembers while its child does not read. */
  readonly inputIds: number;
}

/** Events of a terminal that was lent to a holder. */
export type LendingMessage =
  /** `agoMs`: time since the last of these bytes arrived. */
  | { readonly kind: "typed"; readonly lease: bigint; readonly bytes: number; readonly agoMs: number }
  | { readonly kind: "drawn"; readonly lease: bigint; readonly end: number }
  | { readonly kind: "draws-no-more"; readonly lease: bigint; readonly spoiled: boolean }
  | {
      readonly kind: "gave-back";
      readonly lease: bigint;
      readonly refused: boolean;
      readonly unread: Buffer;
    };

/** Keys of a client's terminal that were returned to a previous daemon, which did not handle them. */
export interface UnreadMessage {
  readonly kind: "unread";
  readonly lease: bigint;
  /** Request id of the client. */
  readonly client: bigint;
  readonly bytes: Buffer;
}

export interface PaneState {
  readonly sequence: number;
  readonly foregroundPgrp: number;
  readonly canonical: boolean;
  readonly echo: boolean;
  readonly alive: boolean;
  readonly queuedInputBytes: number;
  readonly command: string;
  readonly cwd: string;
  /** Input bytes ever received; undefined for a holder of an earlier install. */
  readonly inputBytes: number | undefined;
}

export type HolderMessage =
  | { readonly kind: "welcome"; readonly welcome: Welcome }
  | { readonly kind: "output"; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "input-taken"; readonly inputId: bigint }
  | { readonly kind: "state"; readonly state: PaneState }
  | { readonly kind: "exit"; readonly status: number; readonly signal: number; readonly finalOffset: number }
  | LendingMessage
  | UnreadMessage
  | { readonly kind: "refused"; readonly sentence: string };

export interface LaunchRequest {
  readonly key: bigint;
  readonly socketPath: string;
  readonly cwd: string;
  /** The program, searched on the environment's PATH unless it contains a slash; absent: argv[0]. */
  readonly file?: string;
  readonly argv: readonly string[];
  /** "K=V" entries. */
  readonly environment: readonly string[];
  readonly size: Size;
  /** One of LAUNCH_KIND; absent: a pane. */
  readonly kind?: number;
  /** The holder stores this for the next daemon; absent: empty. */
  readonly description?: string;
}

export type LauncherMessage =
  | {
      readonly kind: "launched";
      readonly key: bigint;
      readonly holderPid: number;
      readonly childPid: number;
      readonly tty: string;
    }
  | {
      readonly kind: "launch-failed";
      readonly key: bigint;
      readonly stage: number;
      readonly errno: number;
      readonly sentence: string;
    }
  | { readonly kind: "session-signalled"; readonly key: bigint; readonly processes: number };

const H = DAEMON_TO_HOLDER;
const P = HOLDER_TO_DAEMON;

const holderDecoders = new Map<number, (reader: PayloadReader) => HolderMessage>([
  [P.PANE_WELCOME, (reader) => ({ kind: "welcome", welcome: decodeWelcome(reader) })],
  [P.PANE_OUTPUT, (reader) => ({ kind: "output", offset: reader.count(), bytes: reader.rest() })],
  [P.PANE_INPUT_TAKEN, (reader) => ({ kind: "input-taken", inputId: reader.u64() })],
  [P.PANE_STATE, (reader) => ({ kind: "state", state: decodeState(reader) })],
  [
    P.PANE_EXIT,
    (reader) => ({ kind: "exit", status: reader.u8(), signal: reader.u8(), finalOffset: reader.count() }),
  ],
  [P.PANE_REFUSED, (reader) => ({ kind: "refused", sentence: reader.str() })],
  [
    P.PANE_TYPED,
    (reader) => ({
      kind: "typed",
      lease: reader.u64(),
      bytes: reader.u32(),
      agoMs: reader.atEnd ? 0 : reader.u32() / 1000,
    }),
  ],
  [P.PANE_DRAWN, (reader) => ({ kind: "drawn", lease: reader.u64(), end: reader.count() })],
  [
    P.PANE_DRAWS_NO_MORE,
    (reader) => ({ kind: "draws-no-more", lease: reader.u64(), spoiled: reader.u8() === 1 }),
  ],
  [
    P.PANE_GAVE_BACK,
    (reader) => ({
      kind: "gave-back",
      lease: reader.u64(),
      refused: reader.u8() === 1,
      unread: reader.rest(),
    }),
  ],
  [
    P.PANE_UNREAD,
    (reader) => ({ kind: "unread", lease: reader.u64(), client: reader.u64(), bytes: reader.rest() }),
  ],
]);

const launcherDecoders = new Map<number, (reader: PayloadReader) => LauncherMessage>([
  [
    LAUNCHER_TO_DAEMON.LAUNCHED,
    (reader) => ({
      kind: "launched",
      key: reader.u64(),
      holderPid: reader.u32(),
      childPid: reader.u32(),
      tty: reader.str(),
    }),
  ],
  [
    LAUNCHER_TO_DAEMON.LAUNCH_FAILED,
    (reader) => ({
      kind: "launch-failed",
      key: reader.u64(),
      stage: reader.u8(),
      errno: reader.u32(),
      sentence: reader.str(),
    }),
  ],
  [
    LAUNCHER_TO_DAEMON.SESSION_SIGNALLED,
    (reader) => ({ kind: "session-signalled", key: reader.u64(), processes: reader.u32() }),
  ],
]);

export function decodeHolderMessage(frame: Frame): HolderMessage {
  const decode = holderDecoders.get(frame.type);
  if (!decode) throw new WireFault(`a holder sent a message of unknown type ${frame.type}`);
  return decode(new PayloadReader(frame.payload));
}

export function decodeLauncherMessage(frame: Frame): LauncherMessage {
  const decode = launcherDecoders.get(frame.type);
  if (!decode) throw new WireFault(`the launcher sent a message of unknown type ${frame.type}`);
  return decode(new PayloadReader(frame.payload));
}

function decodeWelcome(reader: PayloadReader): Welcome {
  const welcome = {
    holderPid: reader.u32(),
    childPid: reader.u32(),
    tty: reader.str(),
    firstOffset: reader.count(),
    endOffset: reader.count(),
    size: { cols: reader.u16(), rows: reader.u16() },
    startTimeMs: reader.count(),
    exited: reader.u8() === 1,
  };
  const abilities = reader.atEnd ? 0 : reader.u8();
  return {
    ...welcome,
    borrows: abilities >= 2,
    relistens: abilities >= 5,
    inputIds: abilities >= 4 ? HOLDER_MOST_INPUT_IDS : HOLDER_INPUT_IDS,
    description: abilities >= 3 ? reader.str() : undefined,
  };
}

function decodeState(reader: PayloadReader): PaneState {
  return {
    sequence: reader.u32(),
    foregroundPgrp: reader.u32(),
    canonical: reader.u8() === 1,
    echo: reader.u8() === 1,
    alive: reader.u8() === 1,
    queuedInputBytes: reader.u32(),
    command: reader.str(),
    cwd: reader.str(),
    inputBytes: reader.atEnd ? undefined : reader.count(),
  };
}

export function encodeResume(offset: number): Buffer {
  return encodeFrame(H.HOLDER_RESUME, new PayloadWriter().count(offset).done());
}

export function encodeAck(offset: number): Buffer {
  const frame = Buffer.allocUnsafe(WIRE_HEADER_SIZE + 8);
  frame.writeUInt32LE(8, 0);
  frame[4] = H.HOLDER_ACK;
  frame.writeBigUInt64LE(BigInt(offset), WIRE_HEADER_SIZE);
  return frame;
}

export function encodeInput(inputId: bigint, bytes: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(WIRE_HEADER_SIZE + 8 + bytes.length);
  frame.writeUInt32LE(8 + bytes.length, 0);
  frame[4] = H.HOLDER_INPUT;
  frame.writeBigUInt64LE(inputId, WIRE_HEADER_SIZE);
  frame.set(bytes, WIRE_HEADER_SIZE + 8);
  return frame;
}

export function encodeResize(size: Size): Buffer {
  return encodeFrame(H.HOLDER_RESIZE, new PayloadWriter().u16(size.cols).u16(size.rows).u16(0).u16(0).done());
}

export function encodeSignal(signal: number, whom: SignalWhom): Buffer {
  return encodeFrame(H.HOLDER_SIGNAL, Buffer.from([signal, SIGNAL_WHOM[whom]]));
}

export function encodeQuery(sequence: number): Buffer {
  return encodeFrame(H.HOLDER_QUERY, new PayloadWriter().u32(sequence).done());
}

export function encodeClose(graceMs: number): Buffer {
  return encodeFrame(H.HOLDER_CLOSE, new PayloadWriter().u32(graceMs).done());
}

export function encodeForget(): Buffer {
  return encodeFrame(H.HOLDER_FORGET);
}

export function encodeEndInput(): Buffer {
  return encodeFrame(H.HOLDER_END_INPUT);
}

export function encodeListen(): Buffer {
  return encodeFrame(H.HOLDER_LISTEN);
}

export interface LendRequest {
  readonly lease: bigint;
  /** Request id of the client. */
  readonly client: bigint;
  readonly terminal: LentTerminal;
  /** A bit for each byte that goes into the pane unchanged, the first in the lowest. */
  readonly typedAsIs: Uint8Array;
}

export function encodeLend({ lease, client, terminal, typedAsIs }: LendRequest): Buffer {
  const { name, device, inode, number } = terminal;
  const head = new PayloadWriter().u64(lease).u64(client).str(name).u64(device).u64(inode).u64(number);
  return encodeFrame(H.HOLDER_LEND, Buffer.concat([head.done(), typedAsIs]));
}

export function encodeUnreadTaken(lease: bigint): Buffer {
  return encodeFrame(H.HOLDER_UNREAD_TAKEN, new PayloadWriter().u64(lease).done());
}

export function encodeDescribe(description: string): Buffer {
  return encodeFrame(H.HOLDER_DESCRIBE, Buffer.from(description));
}

export function encodeTakeBack(lease: bigint): Buffer {
  return encodeFrame(H.HOLDER_TAKE_BACK, new PayloadWriter().u64(lease).done());
}

/** Where a pane is shown on a lent terminal, which shows all of the pane's output before the offset. */
export interface DrawRequest {
  readonly offset: number;
  readonly left: number;
  readonly top: number;
  readonly cols: number;
  readonly rows: number;
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly abilities: Readonly<Record<keyof typeof DRAW_ABILITY, boolean>>;
  /** Bytes that set the pen. */
  readonly pen: Uint8Array;
}

export function encodeDraw(lease: bigint, request: DrawRequest): Buffer {
  const { offset, left, top, cols, rows, x, y, columns, abilities, pen } = request;
  const head = new PayloadWriter().u64(lease).count(offset);
  for (const cells of [left, top, cols, rows, x, y, columns]) head.u16(cells);
  let bits = 0;
  for (const [name, bit] of Object.entries(DRAW_ABILITY))
    if (abilities[name as keyof typeof DRAW_ABILITY]) bits |= bit;
  return encodeFrame(H.HOLDER_DRAW, Buffer.concat([head.u32(bits).done(), pen]));
}

export function encodeDrawNoMore(lease: bigint): Buffer {
  return encodeFrame(H.HOLDER_DRAW_NO_MORE, new PayloadWriter().u64(lease).done());
}

export function encodeLaunch(request: LaunchRequest): Buffer {
  const payload = new PayloadWriter()
    .u64(request.key)
    .str(request.socketPath)
    .str(request.cwd)
    .str(request.file ?? "")
    .list(request.argv)
    .list(request.environment)
    .u16(request.size.cols)
    .u16(request.size.rows)
    .u8(request.kind ?? LAUNCH_KIND.KIND_PANE)
    .str(request.description ?? "");
  return encodeFrame(DAEMON_TO_LAUNCHER.LAUNCH, payload.done());
}

export function encodeSignalSession(key: bigint, session: number, signal: number): Buffer {
  return encodeFrame(
    DAEMON_TO_LAUNCHER.SIGNAL_SESSION,
    new PayloadWriter().u64(key).u32(session).u8(signal).done(),
  );
}
