import type { Socket } from "node:net";
import { encodeExit, encodeStderr } from "../../wire/client-wire.ts";

/** Time that a client has to read why it is rejected. */
const READING_MS = 1000;

/** Rejects a connection with tmux's sentence, whatever the client sends. */
export function turnAway(socket: Socket): void {
  socket.on("error", () => {});
  // Reads and discards what the client sends: closing with unread bytes could discard the sentence before the client
  // reads it.
  socket.resume();
  socket.end(Buffer.concat([encodeStderr(Buffer.from("access not allowed\n")), encodeExit(1, false)]));
  setTimeout(() => socket.destroy(), READING_MS).unref();
}
