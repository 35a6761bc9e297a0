import { encodeFrame, type Frame, WIRE_HEADER_SIZE, WireFault } from "./frames.ts";
import { PayloadReader, PayloadWriter, type Size } from "./payload.ts";

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
  HOLDER_LISTEN: 15,
  HOLDER_DESCRIBE: 16,
} as const;

export const HOLDER_TO_DAEMON = {
  PANE_WELCOME: 65,
  PANE_OUTPUT: 66,
  PANE_INPUT_TAKEN: 67,
  PANE_STATE: 68,
  PANE_EXIT: 69,
  PANE_REFUSED: 70,
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
  /** Counts the abilities that holders have gained; 0 for a holder of an early install. */
  readonly level: number;
  /** The holder creates its socket file again on request; a holder of an earlier install cannot. */
  readonly relistens: boolean;
  /** The pane's description (HOLDER_DESCRIBE); undefined for a holder of an earlier install. */
  readonly description: string | undefined;
  /** Number of input ids that the holder remembers while its child does not read. */
  readonly inputIds: number;
}

export interface HeldState {
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
  | { readonly kind: "state"; readonly state: HeldState }
  | { readonly kind: "exit"; readonly status: number; readonly signal: number; readonly finalOffset: number }
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
  const level = reader.atEnd ? 0 : reader.u8();
  return {
    ...welcome,
    level,
    relistens: level >= 5,
    inputIds: level >= 4 ? HOLDER_MOST_INPUT_IDS : HOLDER_INPUT_IDS,
    description: level >= 3 ? reader.str() : undefined,
  };
}

function decodeState(reader: PayloadReader): HeldState {
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

export function encodeDescribe(description: string): Buffer {
  return encodeFrame(H.HOLDER_DESCRIBE, Buffer.from(description));
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
