import { rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { isListening } from "../wire/is-listening.ts";

/**
 * Sockets of the daemon. Node cannot ask who is on the other side (SO_PEERCRED), so nobody else gets that far: every
 * socket is 0600, and the daemon's own stands in a directory that only its owner may enter.
 */
export interface Listener {
  close(): void;
}

/** A socket file that nobody answers on is replaced; one that somebody answers on is left alone, and this rejects. */
export async function listenOn(path: string, onConnection: (socket: Socket) => void): Promise<Listener> {
  if (await isListening(path)) throw new SocketTaken(path);
  rmSync(path, { force: true });
  const server = createServer(onConnection);
  await bind(server, path);
  // Later errors are of single connections that could not be accepted (no descriptors left): the next may be.
  server.on("error", () => {});
  return { close: () => void server.close() };
}

export class SocketTaken extends Error {
  override readonly name = "SocketTaken";
  constructor(path: string) {
    super(`${path} belongs to a server that runs already`);
  }
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // The file is made by this very call: nobody can connect before its mode is right.
    const umask = process.umask(0o177);
    server.listen({ path, backlog: 511 }, () => {
      server.removeListener("error", reject);
      resolve();
    });
    process.umask(umask);
  });
}
