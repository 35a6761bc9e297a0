import { connect, type Socket } from "node:net";
import {
  CLIENT_WIRE_VERSION,
  decodeClientMessage,
  encodeHello,
  type Hello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../wire/client-wire.ts";
import {
  encodeFrame,
  encodePreamble,
  type Frame,
  FrameDecoder,
  WIRE_ROLE,
  WireFault,
} from "../wire/frames.ts";
import type { LinkStream } from "./link-stream.ts";
import { LINK_DOOR, STREAM_WINDOW } from "./link-wire.ts";

/** Where the calls of a link run. */
export interface CallPlace {
  readonly socketPath: string;
  /** Of `mullion connect` on the host: a person's login there. */
  readonly environment: ReadonlyMap<string, string>;
  /** Undefined: the home directory. */
  readonly cwd?: string | undefined;
}

/** Makes a connection of its own to the daemon for a stream, which speaks there what its door says. */
export function serveStream(stream: LinkStream, door: number, place: CallPlace): void {
  const socket = connect(place.socketPath);
  const pass =
    door === LINK_DOOR.SOCKET ? (bytes: Buffer) => void socket.write(bytes) : callTo(socket, place);
  /** Bytes that the daemon has not accepted: the other end may send no more meanwhile. */
  let unaccepted = 0;
  stream.onData = (bytes) => {
    try {
      pass(bytes);
    } catch (error) {
      if (!(error instanceof WireFault)) throw error;
      socket.destroy();
      return;
    }
    if (socket.writableNeedDrain) unaccepted += bytes.length;
    else stream.consumed(bytes.length);
  };
  stream.onEnd = () => socket.destroy();
  stream.onDrained = () => socket.resume();
  socket.on("drain", () => {
    stream.consumed(unaccepted);
    unaccepted = 0;
  });
  socket.on("data", (chunk) => {
    stream.write(chunk);
    if (stream.queuedBytes > STREAM_WINDOW) socket.pause();
  });
  socket.on("error", () => {}); // Its close event follows.
  socket.on("close", () => stream.end());
}

/** Says hello as a client of this machine does, and passes on what follows, frame by frame. */
function callTo(socket: Socket, place: CallPlace): (bytes: Buffer) => void {
  let begun = false;
  const decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
    socket.write(begun ? encodeFrame(frame.type, frame.payload) : firstBytes(frame, place));
    begun = true;
  });
  return (bytes) => decoder.push(bytes);
}

function firstBytes(frame: Frame, place: CallPlace): Buffer {
  const message = decodeClientMessage(frame);
  if (message.kind !== "hello") throw new WireFault("a call begins with a hello");
  const preamble = encodePreamble(WIRE_ROLE.client, CLIENT_WIRE_VERSION);
  return Buffer.concat([preamble, encodeHello(helloHere(message.hello, place))]);
}

/**
 * The call as if it were made here: in the home directory, with the environment of a login here. Only what the caller's
 * terminal is comes from there (`relayed-call.ts`).
 */
function helloHere(hello: Hello, { environment, cwd }: CallPlace): Hello {
  const here = new Map(environment);
  for (const name of ["TMUX", "TMUX_PANE", "TERM", "COLORTERM", "NO_COLOR"]) here.delete(name);
  const entries = [...here].map(([name, value]) => `${name}=${value}`);
  // A variable that occurs twice has its first value.
  return {
    ...hello,
    cwd: cwd ?? environment.get("HOME") ?? "/",
    environment: [...hello.environment, ...entries],
  };
}
