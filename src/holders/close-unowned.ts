import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { encodeAck, encodeClose, encodeForget } from "../wire/holder-wire.ts";
import { HolderConnection } from "./holder-connection.ts";

/** Whoever is hung up gets this long before it is killed. */
const GRACE_MS = 5_000;

/**
 * Holders that no pane owns: of requests that a daemon's death cut short, or of panes whose end was written down while
 * the holder was never told. They are closed, and sockets that nobody answers on are removed.
 */
export function closeUnowned(socketDirectory: string, isOwned: (name: string) => boolean): number {
  const unowned = readdirSync(socketDirectory).filter((name) => !isOwned(name));
  for (const name of unowned) closeHolder(join(socketDirectory, name));
  return unowned.length;
}

function closeHolder(socketPath: string): void {
  const connection = new HolderConnection(socketPath, {
    welcome: ({ endOffset }) => endOffset,
    ready: () => {},
    output: (offset, bytes) => connection.send(encodeAck(offset + bytes.length)),
    inputTaken: () => {},
    state: () => {},
    exit: () => {
      connection.send(encodeForget());
      connection.end();
    },
    lost: () => rmSync(socketPath, { force: true }),
  });
  connection.send(encodeClose(GRACE_MS));
}
