import { chmodSync, linkSync, lstatSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { isListening } from "../wire/is-listening.ts";

/**
 * Sockets of the daemon. Each is 0600 when it is made, and the daemon's own stands in a directory that only its owner may
 * enter. The owner may open the socket of a server to others: who connects is checked again (`peers.ts`).
 */
export interface Listener {
  close(options?: CloseOptions): void;
  /**
   * Makes the socket's file again where it was removed, or where nobody answers on what stands in its place. True: it did.
   * Connections that exist are not affected.
   */
  renew(): Promise<boolean>;
}

export interface ListenOptions {
  /** Who may connect, as the file's mode says; its owner alone where absent. */
  readonly mode?: number | undefined;
}

interface CloseOptions {
  /** The file stays, so that who looks for the server learns that it has ended. */
  readonly keepFile?: boolean;
}

/** A socket file that nobody answers on is replaced; one that somebody answers on is left alone, and this rejects. */
export async function listenOn(
  path: string,
  onConnection: (socket: Socket) => void,
  { mode }: ListenOptions = {},
): Promise<Listener> {
  let current = await open(path, onConnection, mode);
  let closed = false;
  /** A file on which another program answered: it is not called again and again. */
  let foreign: string | undefined;
  return {
    close({ keepFile = false } = {}) {
      closed = true;
      if (keepFile && fileAt(path) === current.file) closeKeeping(current.server, path);
      else current.server.close();
    },
    async renew() {
      const found = fileAt(path);
      if (closed || found === current.file || (found !== undefined && found === foreign)) return false;
      if (found !== undefined && (await isListening(path))) {
        foreign = found;
        throw new SocketTaken(path);
      }
      // Node removes the file together with its listener: first the old one, then the new file.
      current.server.close();
      current = await open(path, onConnection, current.mode);
      return true;
    },
  };
}

/** Node removes the file together with its listener, so another name holds it meanwhile. */
function closeKeeping(server: Server, path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    linkSync(path, aside);
  } catch {
    // No room or no right for a second name: the file goes, as nothing depends on it.
    server.close();
    return;
  }
  server.close();
  renameSync(aside, path);
}

interface OpenSocket {
  readonly server: Server;
  readonly mode: number;
  /** Tells its file from one that others put in its place. */
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
  if (mode !== OWNER_ONLY) chmodSync(path, mode);
  // Later errors are of single connections that could not be accepted (no descriptors left): the next may be.
  server.on("error", () => {});
  return { server, mode, file: fileAt(path) };
}

const OWNER_ONLY = 0o600;

/** Who may connect to a socket of ours, as its owner has set it; undefined where there is none of ours. */
export function socketMode(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isSocket() && stat.uid === process.getuid!() ? (stat.mode & 0o666) | OWNER_ONLY : undefined;
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

/** Rejects unless a socket's file is left over from a server that is gone. */
async function refuseTaken(path: string): Promise<void> {
  const fault = await connectFault(path);
  if (fault === undefined || fault.code === "EAGAIN") throw new SocketTaken(path);
  // One that we may not connect to is another user's, and may well be in use.
  if (fault.code === "EACCES" || fault.code === "EPERM") throw fault;
}

/** Why nothing can be said on a socket; undefined where something can. */
function connectFault(path: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on("connect", () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on("error", resolve);
  });
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
