import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { encodeAck, encodeClose, encodeForget } from "../wire/holder-wire.ts";
import { JOB_PREFIX } from "./held-job.ts";
import { HolderConnection } from "./holder-connection.ts";

/** Whoever is hung up gets this long before it is killed. */
const GRACE_MS = 5_000;

/**
 * Holders that no pane owns: of requests that a daemon's death cut short, or of panes whose end was written down while
 * the holder was never told. They are closed, and sockets that nobody answers on are removed.
 */
export function closeUnowned(socketDirectory: string, isOwned: (name: string) => boolean): number {
  const unowned = readdirSync(socketDirectory).filter((name) => !isOwned(name));
  for (const name of unowned) {
    const path = join(socketDirectory, name);
    if (name.startsWith(JOB_PREFIX)) letGo(path);
    else closeHolder(path);
  }
  return unowned.length;
}

/** A job that was started in the moment of a daemon's death may not know yet that nobody hears it. */
function letGo(socketPath: string): void {
  const connection = new HolderConnection(socketPath, {
    ...DEAF,
    welcome: ({ endOffset }) => endOffset,
    ready: () => connection.end(),
    lost: () => rmSync(socketPath, { force: true }),
  });
}

const DEAF = {
  output: () => {},
  inputTaken: () => {},
  state: () => {},
  lending: () => {},
  unread: () => {},
  exit: () => {},
};

function closeHolder(socketPath: string): void {
  const connection = new HolderConnection(socketPath, {
    welcome: ({ endOffset }) => endOffset,
    ready: () => {},
    ...DEAF,
    output: (offset, bytes) => connection.send(encodeAck(offset + bytes.length)),
    exit: () => {
      connection.send(encodeForget());
      connection.end();
    },
    lost: () => rmSync(socketPath, { force: true }),
  });
  connection.send(encodeClose(GRACE_MS));
}
