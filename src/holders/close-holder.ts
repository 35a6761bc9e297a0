import { rmSync } from "node:fs";
import { encodeAck, encodeClose, encodeEndInput, encodeForget } from "../wire/holder-wire.ts";
import { HolderConnection, type HolderListener } from "./holder-connection.ts";

/** Time between SIGHUP and SIGKILL. */
const GRACE_MS = 5_000;

/**
 * Releases a job (run-shell, pipe-pane) that no daemon is connected to: it reads to the end of its input and continues.
 */
export function releaseJob(socketPath: string): void {
  const connection = connectBriefly(socketPath, {
    ready: () => {
      connection.send(encodeEndInput());
      connection.send(encodeForget());
      connection.end();
    },
  });
}

/** Ends a process that no pane owns, and its holder. */
export function closeHolder(socketPath: string): void {
  const connection = connectBriefly(socketPath, {
    output: (offset, bytes) => connection.send(encodeAck(offset + bytes.length)),
    exit: () => {
      connection.send(encodeForget());
      connection.end();
    },
  });
  connection.send(encodeClose(GRACE_MS));
}

function connectBriefly(socketPath: string, listener: Partial<HolderListener>): HolderConnection {
  return new HolderConnection(socketPath, {
    welcome: ({ endOffset }) => endOffset,
    ready: () => {},
    output: () => {},
    inputTaken: () => {},
    state: () => {},
    exit: () => {},
    lost: ({ code }) => {
      if (code === "ECONNREFUSED") rmSync(socketPath, { force: true });
    },
    ...listener,
  });
}
