import { WebSocket } from "ws";
import type { z } from "zod";
import { attempt } from "../../core/attempt.ts";

/** What the WebSockets of live panes and of pages share. */

export const NORMAL = 1000;
export const POLICY = 1008;
export const TRY_LATER = 1013;
/** The daemon ends, and its panes with it. A near machine that connects again would start the next daemon. */
export const ENDED = 4001;
const PING_MS = 30_000;
/** Limit for one message from a reader. A page sends a longer text in several. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
const TOO_LONG = 1009;
const TOO_LONG_SENTENCE = "a message to the daemon has at most 256 KB: send a longer text in several";

/**
 * What a reader needs to begin is compressed. What follows is not: the sizes of a stream of compressed messages would say
 * something about secrets on a screen to those who see the traffic and can print beside them.
 */
export const COMPRESSED = { compress: true } as const;
export const PLAIN = { compress: false } as const;

/** Compression for the sockets of readers. About 64 KB of memory for each that has used it. */
export const DEFLATE = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: 13,
  zlibDeflateOptions: { level: 4, memLevel: 6 },
} as const;

/** The daemon's end of a WebSocket. It adds the reason to the close frame that the library sends after a message beyond the limit. */
export class ReaderSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, code === TOO_LONG ? TOO_LONG_SENTENCE : reason);
  }
}

/**
 * Disconnects a reader that has sent nothing when the next ping is due: its answer to a ping comes after the rest of a
 * long text that it is sending. The returned function stops the pings.
 */
export function keepAlive(socket: WebSocket): () => void {
  let alive = true;
  const onReceived = () => {
    alive = true;
  };
  socket.on("pong", onReceived);
  socket.on("message", onReceived);
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, PING_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Calls `take` with each message of the reader. A frame that is none, and one that `take` finds fault with, ends the
 * connection with a sentence. A reader may go on sending while the connection closes: that is ignored.
 */
export function onMessage<T>(
  socket: WebSocket,
  schema: z.ZodType<T>,
  take: (message: T) => string | undefined,
): void {
  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const message = isBinary ? undefined : schema.safeParse(attempt(() => JSON.parse(String(data)))).data;
    const fault = message === undefined ? unreadable(isBinary) : take(message);
    if (fault !== undefined) socket.close(POLICY, fault);
  });
}

function unreadable(isBinary: boolean): string {
  return isBinary ? "frames to the daemon are JSON" : "this is no message of a reader";
}

/**
 * Bytes (characters, of a text) on their way to a reader. The system takes megabytes for a connection that carries
 * kilobytes a second, so that what it has taken says nothing about what has arrived: each message is followed by a ping,
 * whose answer does.
 */
export class InFlight {
  readonly #socket: WebSocket;
  #sent = 0;
  #arrived = 0;

  /** `onArrived` is called whenever some of them have. */
  constructor(socket: WebSocket, onArrived: () => void) {
    this.#socket = socket;
    socket.on("pong", (data) => {
      const count = Number(String(data));
      if (!Number.isSafeInteger(count) || count <= this.#arrived || count > this.#sent) return;
      this.#arrived = count;
      onArrived();
    });
  }

  get bytes(): number {
    return this.#sent - this.#arrived;
  }

  send(message: string | Buffer, options: { readonly compress: boolean } = PLAIN): void {
    this.#sent += message.length;
    this.#socket.send(message, options);
    this.#socket.ping(String(this.#sent));
  }
}
