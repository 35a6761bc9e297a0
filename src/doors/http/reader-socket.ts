import type { RawData, WebSocket } from "ws";
import type { z } from "zod";

/** What the WebSockets of live panes and of pages share. */

export const NORMAL = 1000;
export const POLICY = 1008;
export const TRY_LATER = 1013;
const PING_MS = 30_000;

/** Disconnects a reader that does not answer a ping before the next one. The returned function stops the pings. */
export function keepAlive(socket: WebSocket): () => void {
  let alive = true;
  socket.on("pong", () => {
    alive = true;
  });
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
    const message = isBinary ? undefined : schema.safeParse(parseJson(data)).data;
    const fault = message === undefined ? unreadable(isBinary) : take(message);
    if (fault !== undefined) socket.close(POLICY, fault);
  });
}

function unreadable(isBinary: boolean): string {
  return isBinary ? "frames to the daemon are JSON" : "this is no message of a reader";
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
