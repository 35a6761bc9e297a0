import { chmodSync, linkSync, lstatSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ownUserId } from "../../processes/platform.ts";
import { connectFault, isListening } from "../../wire/is-listening.ts";

/**
 * Sockets of the daemon. Each has mode 0600 when created, and the daemon's own is in a directory that only its owner
 * may enter. The owner may open the socket of a server to other users: every peer is checked again (`peers.ts`).
 */
export interface SocketListener {
  /** Resolves when every connection that was made before is accepted: closing a socket resets those in its backlog. */
  close(options?: CloseOptions): Promise<void>;
  /**
   * Creates the socket file again if it was removed, or if nothing answers on the file in its place. Resolves to true
   * if it did. Existing connections are not affected.
   */
  renew(): Promise<boolean>;
}

export interface SocketOptions {
  /** File mode, which decides who may connect; the owner alone if absent. */
  readonly mode?: number | undefined;
}

interface CloseOptions {
  /** Keeps the file after the end, so that a caller of the server learns that it has ended. */
  readonly keepFile?: boolean;
}

/** Replaces a socket file on which nothing answers. Rejects, and leaves the file alone, if another process answers. */
export async function listenOn(
  path: string,
  onConnection: (socket: Socket) => void,
  { mode }: SocketOptions = {},
): Promise<SocketListener> {
  let accepted = 0;
  const accept = (socket: Socket) => {
    accepted += 1;
    onConnection(socket);
  };
  let current = await open(path, accept, mode);
  let closed = false;
  /** The file on which another program answered, so that the program is not probed repeatedly. */
  let foreign: string | undefined;
  return {
    async close({ keepFile = false } = {}) {
      closed = true;
      const isOurs = fileAt(path) === current.file;
      if (keepFile && isOurs) {
        closeKeeping(current.server, path);
        return;
      }
      if (isOurs) rmSync(path, { force: true }); // Nothing can connect from now on.
      await acceptPending(() => accepted);
      current.server.close();
    },
    async renew() {
      const found = fileAt(path);
      // A socket whose file was removed before it was noted has no file to compare with.
      if (closed || (found !== undefined && (found === current.file || found === foreign))) return false;
      if (found !== undefined && (await isListening(path))) {
        foreign = found;
        throw new SocketTaken(path);
      }
      // Node removes the file together with its listener, so the old listener is closed before the new file is created.
      current.server.close();
      current = await open(path, accept, current.mode);
      return true;
    },
  };
}

/** Waits until a complete turn of the event loop accepts no connection: Node accepts one per turn. */
async function acceptPending(accepted: () => number): Promise<void> {
  for (let before = -1; before !== accepted(); ) {
    before = accepted();
    await nextTurn();
    await nextTurn();
  }
}

/** Node removes the file together with its listener, so a second link preserves the file meanwhile. */
function closeKeeping(server: Server, path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    linkSync(path, aside);
  } catch {
    // The system refuses a second link: the file is removed, which is harmless because nothing depends on it.
    server.close();
    return;
  }
  server.close();
  renameSync(aside, path);
}

interface OpenSocket {
  readonly server: Server;
  readonly mode: number;
  /** Distinguishes this socket's file from one that another process put in its place. */
  readonly file: string | undefined;
}

async function open(
  path: string,
  onConnection: (socket: Socket) => void,
  mode = OWNER_ONLY,
): Promise<OpenSocket> {
  if (fileAt(path) !== undefined) await refuseTaken(path);
  rmSync(path, { force: true });
  const server = createServer(onConnection);
  await bind(server, path);
  try {
    if (mode !== OWNER_ONLY) chmodSync(path, mode);
  } catch (error) {
    server.close(); // The file was removed meanwhile.
    throw error;
  }
  // Later errors concern single connections that could not be accepted (no descriptors left); the next one may succeed.
  server.on("error", () => {});
  return { server, mode, file: fileAt(path) };
}

const OWNER_ONLY = 0o600;

/** Mode of a socket that this user owns; undefined if there is no such socket. */
export function socketMode(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isSocket() && stat.uid === ownUserId() ? (stat.mode & 0o666) | OWNER_ONLY : undefined;
}

function fileAt(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}

export class SocketTaken extends Error {
  override readonly name = "SocketTaken";
  constructor(path: string) {
    super(`${path} belongs to a server that runs already`);
  }
}

/** Rejects unless the socket file is left over from a server that no longer runs. */
async function refuseTaken(path: string): Promise<void> {
  const fault = await connectFault(path);
  if (fault === undefined || fault.code === "EAGAIN") throw new SocketTaken(path);
  // A socket that we may not connect to belongs to another user and may be in use.
  if (fault.code === "EACCES" || fault.code === "EPERM") throw fault;
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    // This call creates the file, so the umask gives it the right mode before any process can connect.
    const umask = process.umask(0o177);
    server.listen({ path, backlog: 511 }, () => {
      server.removeListener("error", reject);
      resolve();
    });
    process.umask(umask);
  });
}
