import { statSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { loadPeerUid, type PeerUid } from "../wire/peer-uid.ts";

/** Who is at the other end of a connection, as the system says. */
export interface Peer {
  readonly uid: number;
  /** Socket path of the only server that this user may reach; undefined for the owner and root, who reach everything. */
  readonly confinedTo: string | undefined;
}

export interface PeersOptions {
  /** Path of the addon that asks the system. */
  readonly addon: string;
  /** User id of the daemon. */
  readonly uid: number;
  /** Whether another user was given access to the server on this socket. */
  admits(socketPath: string, uid: number): boolean;
}

const ROOT = 0;

/** For the log. */
export const CANNOT_TELL_USERS =
  "users at the other end of a socket cannot be told apart, so sockets that others can reach are refused";

/**
 * Decides who may speak on an accepted connection, before a byte of it is read. The owner and root reach every door on
 * every socket. Another user reaches only the server whose socket it is, only through the client's door, and only after
 * `server-access` has named them.
 *
 * Where the addon cannot be loaded nobody can be told apart. Then a connection is served only on a socket that no other
 * user can reach, by its own mode or by that of its directory; on any other it is refused.
 */
export class Peers {
  /** Why users cannot be told apart; undefined where they can. */
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

  /** `server`: the socket is that of a tmux server, and not the daemon's own. Undefined: the peer may not speak here. */
  identify(socket: Socket, socketPath: string, { server }: { readonly server: boolean }): Peer | undefined {
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
