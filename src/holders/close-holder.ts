import { rmSync } from "node:fs";
import { encodeAck, encodeClose, encodeEndInput, encodeForget } from "../wire/holder-wire.ts";
import { type ConnectionLoss, HolderConnection } from "./holder-connection.ts";

/** A process that is hung up gets this long before it is killed. */
const GRACE_MS = 5_000;

const DEAF = {
  output: () => {},
  inputTaken: () => {},
  state: () => {},
  lending: () => {},
  unread: () => {},
  exit: () => {},
};

/** A process beside the panes (run-shell, pipe-pane) that no daemon listens to: it reads to the end of its input and goes on. */
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

/** Ends a process that no pane owns, and its holder with it. */
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
