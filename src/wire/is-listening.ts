import { connect } from "node:net";

/** Errors of a path at which no process can listen. */
const UNBOUND = new Set<string | undefined>(["ENOENT", "ENOTDIR", "ENOTSOCK", "ECONNREFUSED"]);

/**
 * Whether a process listens on a socket. Connects without sending anything. Any other error, such as a full queue of
 * connections or no free descriptor, proves nothing, and counts as a process that listens: callers remove sockets and
 * replace processes.
 */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(!UNBOUND.has(code)));
  });
}
