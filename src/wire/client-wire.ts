import { encodeFrame, type Frame, WireFault } from "./frames.ts";
import { PayloadReader, PayloadWriter, type Size } from "./payload.ts";

/** The wire between the `tmux` / `mullion` client and the daemon: the client half of `native/shared/wire.h`. */
export const CLIENT_WIRE_VERSION = 3;
export const WIRE_MAX_CLIENT_PAYLOAD = 16 * 1024 * 1024;

export const CLIENT_TO_DAEMON = {
  CLIENT_HELLO: 1,
  CLIENT_STDIN: 2,
  CLIENT_STDIN_EOF: 3,
  CLIENT_RESIZE: 4,
  CLIENT_SIGNAL: 5,
  CLIENT_DRAWN: 6,
} as const;

export const DAEMON_TO_CLIENT = {
  DAEMON_STDOUT: 65,
  DAEMON_STDERR: 66,
  DAEMON_EXIT: 67,
  DAEMON_WANT_STDIN: 68,
  DAEMON_RAW: 69,
  DAEMON_EXEC: 70,
  DAEMON_REFUSED: 71,
  DAEMON_SUSPEND: 72,
  DAEMON_CONTROL: 73,
  DAEMON_LOCK: 74,
  DAEMON_STDIN_TAKEN: 75,
  DAEMON_PROGRESS: 77,
  DAEMON_PROGRESS_LINE: 78,
} as const;

/** A CLIENT_STDIN frame larger than this is one write, and is resent unchanged. */
export const TYPED_SINGLY_BYTES = 128;

export const CLIENT_FLAG = {
  CLIENT_FLAG_STDIN_TTY: 1,
  CLIENT_FLAG_STDOUT_TTY: 2,
  CLIENT_FLAG_STDERR_TTY: 4,
  CLIENT_FLAG_RETRY: 8,
  CLIENT_FLAG_RESUMES: 16,
  CLIENT_FLAG_PROGRESS_LINE: 32,
} as const;

export interface Hello {
  readonly requestId: bigint;
  readonly flags: number;
  readonly size: Size;
  readonly pid: number;
  /** The erase character of the client's terminal; 0: none. */
  readonly erase: number;
  /** Stdin bytes that a previous daemon acknowledged, for a terminal in raw mode. */
  readonly stdinTaken: bigint;
  readonly program: string;
  readonly cwd: string;
  readonly ttyName: string;
  readonly argv: readonly string[];
  /** "K=V" entries of the client's environment. */
  readonly environment: readonly string[];
  /** Where the repeated answer begins, as the last `progress` said; undefined: at its first byte. */
  readonly cursor?: string | undefined;
}

/** A variable that occurs twice has its first value, as with getenv. */
export function environmentOf({ environment }: Pick<Hello, "environment">): Map<string, string> {
  const variables = new Map<string, string>();
  for (const entry of environment) {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at);
    if (at > 0 && !variables.has(name)) variables.set(name, entry.slice(at + 1));
  }
  return variables;
}

export type ClientMessage =
  | { readonly kind: "hello"; readonly hello: Hello }
  | { readonly kind: "stdin"; readonly bytes: Buffer }
  | { readonly kind: "stdin-eof" }
  | { readonly kind: "resize"; readonly size: Size }
  | { readonly kind: "signal"; readonly signal: number }
  | { readonly kind: "drawn"; readonly bytes: number }
  /** A frame that another room decodes (`ClientTerminal.onFrame`). */
  | { readonly kind: "other"; readonly frame: Frame };

export type DaemonMessage =
  | { readonly kind: "stdout" | "stderr"; readonly bytes: Buffer }
  | { readonly kind: "exit"; readonly status: number; readonly hangUp: boolean }
  | { readonly kind: "want-stdin"; readonly on: boolean }
  | { readonly kind: "raw"; readonly on: boolean; readonly goodbye: Buffer }
  | { readonly kind: "exec"; readonly argv: readonly string[] }
  | { readonly kind: "refused"; readonly sentence: string }
  | { readonly kind: "suspend" }
  | { readonly kind: "control"; readonly mode: number }
  | { readonly kind: "lock"; readonly command: string; readonly greeting: Buffer }
  | { readonly kind: "stdin-taken"; readonly bytes: bigint }
  | { readonly kind: "progress"; readonly cursor: string; readonly bytes: Buffer }
  | { readonly kind: "progress-line"; readonly text: string };

const C = CLIENT_TO_DAEMON;
const D = DAEMON_TO_CLIENT;

const clientDecoders = new Map<number, (reader: PayloadReader) => ClientMessage>([
  [C.CLIENT_HELLO, (reader) => ({ kind: "hello", hello: decodeHello(reader) })],
  [C.CLIENT_STDIN, (reader) => ({ kind: "stdin", bytes: reader.rest() })],
  [C.CLIENT_STDIN_EOF, () => ({ kind: "stdin-eof" })],
  [C.CLIENT_RESIZE, (reader) => ({ kind: "resize", size: decodeSize(reader) })],
  [C.CLIENT_SIGNAL, (reader) => ({ kind: "signal", signal: reader.u8() })],
  [C.CLIENT_DRAWN, (reader) => ({ kind: "drawn", bytes: reader.u32() })],
]);

const daemonDecoders = new Map<number, (reader: PayloadReader) => DaemonMessage>([
  [D.DAEMON_STDOUT, (reader) => ({ kind: "stdout", bytes: reader.rest() })],
  [D.DAEMON_STDERR, (reader) => ({ kind: "stderr", bytes: reader.rest() })],
  [D.DAEMON_EXIT, (reader) => ({ kind: "exit", status: reader.u8(), hangUp: reader.u8() === 1 })],
  [D.DAEMON_WANT_STDIN, (reader) => ({ kind: "want-stdin", on: reader.u8() === 1 })],
  [D.DAEMON_RAW, (reader) => ({ kind: "raw", on: reader.u8() === 1, goodbye: reader.rest() })],
  [D.DAEMON_EXEC, (reader) => ({ kind: "exec", argv: reader.list() })],
  [D.DAEMON_REFUSED, (reader) => ({ kind: "refused", sentence: reader.str() })],
  [D.DAEMON_SUSPEND, () => ({ kind: "suspend" })],
  [D.DAEMON_CONTROL, (reader) => ({ kind: "control", mode: reader.u8() })],
  [D.DAEMON_LOCK, (reader) => ({ kind: "lock", command: reader.str(), greeting: reader.rest() })],
  [D.DAEMON_STDIN_TAKEN, (reader) => ({ kind: "stdin-taken", bytes: reader.u64() })],
  [D.DAEMON_PROGRESS, (reader) => ({ kind: "progress", cursor: reader.str(), bytes: reader.rest() })],
  [D.DAEMON_PROGRESS_LINE, (reader) => ({ kind: "progress-line", text: reader.rest().toString() })],
]);

export function decodeClientMessage(frame: Frame): ClientMessage {
  return clientDecoders.get(frame.type)?.(new PayloadReader(frame.payload)) ?? { kind: "other", frame };
}

/** The client's side, for programs that connect to a daemon from TypeScript. */
export function decodeDaemonMessage(frame: Frame): DaemonMessage {
  const decode = daemonDecoders.get(frame.type);
  if (!decode) throw new WireFault(`there is no message of type ${frame.type}`);
  return decode(new PayloadReader(frame.payload));
}

function decodeHello(reader: PayloadReader): Hello {
  return {
    requestId: reader.u64(),
    flags: reader.u32(),
    size: decodeSize(reader),
    pid: reader.u32(),
    erase: reader.u8(),
    stdinTaken: reader.u64(),
    program: reader.str(),
    cwd: reader.str(),
    ttyName: reader.str(),
    argv: reader.list(),
    environment: reader.list(),
    ...(!reader.atEnd && { cursor: reader.str() }),
  };
}

function decodeSize(reader: PayloadReader): Size {
  return { cols: reader.u16(), rows: reader.u16() };
}

export function encodeHello(hello: Hello): Buffer {
  const payload = new PayloadWriter()
    .u64(hello.requestId)
    .u32(hello.flags)
    .u16(hello.size.cols)
    .u16(hello.size.rows)
    .u32(hello.pid)
    .u8(hello.erase)
    .u64(hello.stdinTaken)
    .str(hello.program)
    .str(hello.cwd)
    .str(hello.ttyName)
    .list(hello.argv)
    .list(hello.environment);
  if (hello.cursor !== undefined) payload.str(hello.cursor);
  return encodeFrame(C.CLIENT_HELLO, payload.done());
}

export function encodeStdin(bytes: Uint8Array): Buffer {
  return encodeFrame(C.CLIENT_STDIN, bytes);
}

export function encodeStdout(bytes: Uint8Array): Buffer {
  return encodeFrame(D.DAEMON_STDOUT, bytes);
}

/** Output, and where a repeated answer continues after it. */
export function encodeProgress(cursor: string, bytes: Uint8Array): Buffer {
  return encodeFrame(D.DAEMON_PROGRESS, new PayloadWriter().str(cursor).bytes(bytes).done());
}

/** Empty: removes the line. */
export function encodeProgressLine(text: string): Buffer {
  return encodeFrame(D.DAEMON_PROGRESS_LINE, Buffer.from(text));
}

export function encodeStderr(bytes: Uint8Array): Buffer {
  return encodeFrame(D.DAEMON_STDERR, bytes);
}

/** `hangUp`: the client hangs up its parent process first. */
export function encodeExit(status: number, hangUp = false): Buffer {
  return encodeFrame(D.DAEMON_EXIT, Buffer.from([status & 0xff, hangUp ? 1 : 0]));
}

export function encodeWantStdin(on: boolean): Buffer {
  return encodeFrame(D.DAEMON_WANT_STDIN, Buffer.from([on ? 1 : 0]));
}

/** `goodbye`: bytes that the client prints when it returns its terminal. */
export function encodeRaw(on: boolean, goodbye: Uint8Array = new Uint8Array()): Buffer {
  return encodeFrame(D.DAEMON_RAW, Buffer.concat([Buffer.from([on ? 1 : 0]), goodbye]));
}

export function encodeSuspend(): Buffer {
  return encodeFrame(D.DAEMON_SUSPEND);
}

/** The client writes `greeting` to the terminal first. */
export function encodeLock(command: string, greeting: Uint8Array): Buffer {
  return encodeFrame(D.DAEMON_LOCK, Buffer.concat([new PayloadWriter().str(command).done(), greeting]));
}

export function encodeStdinTaken(bytes: bigint): Buffer {
  return encodeFrame(D.DAEMON_STDIN_TAKEN, new PayloadWriter().u64(bytes).done());
}

export function encodeControl(mode: 1 | 2): Buffer {
  return encodeFrame(D.DAEMON_CONTROL, Buffer.from([mode]));
}

export function encodeExec(argv: readonly string[]): Buffer {
  return encodeFrame(D.DAEMON_EXEC, new PayloadWriter().list(argv).done());
}

export function encodeRefused(sentence: string): Buffer {
  return encodeFrame(D.DAEMON_REFUSED, new PayloadWriter().str(sentence).done());
}
