import { statSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { loadPeerUid, type PeerUid } from "../../wire/peer-uid.ts";

/** The user at the other end of a connection, as the system reports it. */
export interface PeerUser {
  readonly uid: number;
  /** Socket path of the only server that this user may reach; undefined for the owner and root, who reach everything. */
  readonly confinedTo: string | undefined;
}

export interface PeersOptions {
  /** Path of the addon that asks the system. */
  readonly addon: string;
  /** User id of the daemon. */
  readonly uid: number;
  /** Whether `server-access` admits this user to the server on this socket. */
  admits(socketPath: string, uid: number): boolean;
}

const ROOT = 0;

/** Sentence for the log. */
export const CANNOT_TELL_USERS =
  "users at the other end of a socket cannot be told apart, so sockets that others can reach are refused";

/**
 * Decides who may use an accepted connection, before the daemon reads a byte of it. The owner and root reach every door
 * on every socket. Another user reaches only the server of that socket, only through the client's door, and only after
 * `server-access` has named that user.
 *
 * If the addon cannot be loaded, the daemon cannot distinguish users. It then serves a connection only on a socket that
 * no other user can reach, because of the mode of the socket or of its directory, and rejects all others.
 */
export class Peers {
  /** Why the daemon cannot distinguish users; undefined if it can. */
  readonly trouble: string | undefined;
  readonly #options: PeersOptions;
  readonly #uidOf: PeerUid | undefined;

  constructor(options: PeersOptions) {
    this.#options = options;
    try {
      this.#uidOf = loadPeerUid(options.addon);
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  /**
   * `server`: the socket belongs to a tmux server and is not the daemon's own. Undefined: this user may not connect.
   */
  identify(
    socket: Socket,
    socketPath: string,
    { server }: { readonly server: boolean },
  ): PeerUser | undefined {
    const { uid: own, admits } = this.#options;
    const uid = this.#uidOf ? this.#uidOf(socket) : isPrivate(socketPath, own) ? own : undefined;
    if (uid === undefined) return undefined;
    if (uid === own || uid === ROOT) return { uid, confinedTo: undefined };
    return server && admits(socketPath, uid) ? { uid, confinedTo: socketPath } : undefined;
  }
}

/** Whether only its owner (and root) can connect to a socket. */
function isPrivate(socketPath: string, owner: number): boolean {
  return [socketPath, dirname(socketPath)].some((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.uid === owner && (stat.mode & 0o077) === 0;
  });
}
