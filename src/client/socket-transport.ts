import { connect } from "node:net";
import { splitLines } from "./line-splitter.ts";
import type { OpenTransport } from "./transport.ts";

/** Lines over a unix socket. */
export function socketTransport(path: string): OpenTransport {
  return (listener, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const socket = connect(path);
      let failure: Error | undefined;
      let open = false;
      const abort = () => socket.destroy(signal!.reason as Error);
      signal?.addEventListener("abort", abort, { once: true });
      const split = splitLines((line) => listener.onLine(line));
      socket.on("data", (chunk) => {
        try {
          split(chunk);
        } catch (error) {
          socket.destroy(error as Error);
        }
      });
      socket.on("error", (error) => {
        failure = error;
      });
      socket.on("close", () => {
        signal?.removeEventListener("abort", abort);
        if (open) listener.onClose(failure);
        else reject(failure ?? new Error(`${path} closed the connection`));
      });
      socket.on("connect", () => {
        signal?.removeEventListener("abort", abort);
        open = true;
        resolve({
          send: (line) => void socket.write(`${line}\n`),
          pause: () => void socket.pause(),
          resume: () => void socket.resume(),
          close: () => void socket.destroy(),
        });
      });
    });
}
