import type { Socket } from "node:net";
import { encodeExit, encodeStderr } from "../wire/client-wire.ts";

/** How long a client has to read why it is refused. */
const READING_MS = 1000;

/** Refuses a connection in tmux's words, whatever it says. */
export function turnAway(socket: Socket): void {
  socket.on("error", () => {});
  // What the client sends meanwhile is read and discarded: closing on unread bytes could cost it the sentence.
  socket.resume();
  socket.end(Buffer.concat([encodeStderr(Buffer.from("access not allowed\n")), encodeExit(1, false)]));
  setTimeout(() => socket.destroy(), READING_MS).unref();
}
