import type { Socket } from "node:net";

/** The user id of the peer of a connected unix socket; undefined if the system does not report it. */
export type PeerUid = (socket: Socket) => number | undefined;

/**
 * Loads `native/addon/peer-uid.c`, because Node has no API for this. Throws if it cannot be loaded: it was not built, or this
 * Node accepts no addons.
 */
export function loadPeerUid(addon: string): PeerUid {
  const loaded: { exports: unknown } = { exports: {} };
  process.dlopen(loaded, addon);
  const ask = loaded.exports;
  if (typeof ask !== "function") throw new Error(`${addon} exports no function`);
  return (socket) => {
    const fd = descriptorOf(socket);
    const uid: unknown = fd === undefined ? -1 : ask(fd);
    return typeof uid === "number" && uid >= 0 ? uid : undefined;
  };
}

/** Node has no public access to the descriptor, but keeps it here in every version since 0.10. */
function descriptorOf(socket: Socket): number | undefined {
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: unknown } | null };
  return typeof handle?.fd === "number" && handle.fd >= 0 ? handle.fd : undefined;
}
