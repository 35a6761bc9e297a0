import { rmSync } from "node:fs";
import { encodeAck, encodeClose, encodeEndInput, encodeForget } from "../wire/holder-wire.ts";
import { type ConnectionLoss, HolderConnection } from "./holder-connection.ts";

/** Time between SIGHUP and SIGKILL. */
const GRACE_MS = 5_000;

const DEAF = {
  output: () => {},
  inputTaken: () => {},
  state: () => {},
  exit: () => {},
};

/**
 * Releases a job (run-shell, pipe-pane) that no daemon is connected to: it reads to the end of its input and continues.
 */
export function releaseJob(socketPath: string): void {
  const connection = new HolderConnection(socketPath, {
    ...DEAF,
    welcome: ({ endOffset }) => endOffset,
    ready: () => {
      connection.send(encodeEndInput());
      connection.send(encodeForget());
      connection.end();
    },
    lost: (loss) => removeStale(socketPath, loss),
  });
}

/** Ends a process that no pane owns, and its holder. */
export function closeHolder(socketPath: string): void {
  const connection = new HolderConnection(socketPath, {
    welcome: ({ endOffset }) => endOffset,
    ready: () => {},
    ...DEAF,
    output: (offset, bytes) => connection.send(encodeAck(offset + bytes.length)),
    exit: () => {
      connection.send(encodeForget());
      connection.end();
    },
    lost: (loss) => removeStale(socketPath, loss),
  });
  connection.send(encodeClose(GRACE_MS));
}

function removeStale(socketPath: string, { code }: ConnectionLoss): void {
  if (code === "ECONNREFUSED") rmSync(socketPath, { force: true });
}
