import { connect } from "node:net";

/** Errors of a path at which no process can listen. */
const UNBOUND = new Set<string | undefined>(["ENOENT", "ENOTDIR", "ENOTSOCK", "ECONNREFUSED"]);

/**
 * Whether a process listens on a socket. Connects without sending anything. Any other error, such as a full queue of
 * connections or no free descriptor, proves nothing, and counts as a process that listens: callers remove sockets and
 * replace processes.
 */
export async function isListening(path: string): Promise<boolean> {
  const fault = await connectFault(path);
  return fault === undefined || !UNBOUND.has(fault.code);
}

/** Why a connection to the socket fails; undefined if it succeeds. */
export function connectFault(path: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on("connect", () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on("error", resolve);
  });
}
