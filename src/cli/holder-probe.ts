import { connect } from "node:net";
import { answerDeadline } from "../wire/answer-deadline.ts";
import { encodePreamble, FrameDecoder, WIRE_ROLE } from "../wire/frames.ts";
import {
  decodeHolderMessage,
  encodeAck,
  encodeClose,
  encodeForget,
  encodeResume,
  HOLDER_WIRE_VERSION,
  type HolderMessage,
  type Welcome,
  WIRE_MAX_HOLDER_PAYLOAD,
} from "../wire/holder-wire.ts";

export type HolderState =
  /** No process listens on the socket. */
  | { readonly kind: "stale" }
  /** The holder cannot be used: it answered that it speaks another version; or it is stopped, or no descriptors are left. */
  | { readonly kind: "refused"; readonly sentence: string; readonly hasAnswered: boolean }
  | { readonly kind: "alive"; readonly welcome: Welcome };

interface Conversation<T> {
  readonly socketPath: string;
  readonly timeoutMs: number;
  /** Result if no process listens. */
  absent(): T;
  /** Result if the connection fails, ends or times out without another result. */
  failed(sentence: string): T;
  /** Handles a message. A result ends the conversation. */
  hear(message: HolderMessage, send: (frame: Buffer) => void): T | undefined;
}

function converse<T>({ socketPath, timeoutMs, absent, failed, hear }: Conversation<T>): Promise<T> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (result: T) => {
      cancelDeadline();
      socket.end();
      resolve(result);
    };
    const cancelDeadline = answerDeadline(timeoutMs, () => {
      settle(failed("it does not answer"));
      socket.destroy();
    });
    const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, (frame) => {
      const result = hear(decodeHolderMessage(frame), (bytes) => socket.write(bytes));
      if (result !== undefined) settle(result);
    });
    socket.on("data", (chunk) => {
      try {
        decoder.push(chunk);
      } catch (error) {
        settle(failed((error as Error).message));
      }
    });
    socket.on("error", ({ code, message }: NodeJS.ErrnoException) =>
      settle(code === "ECONNREFUSED" || code === "ENOENT" ? absent() : failed(message)),
    );
    socket.on("close", () => settle(failed("it closed the connection")));
    socket.write(encodePreamble(WIRE_ROLE.holder, HOLDER_WIRE_VERSION));
  });
}

/** Asks a holder for its state. A holder answers any connection of its user, and its daemon stays connected. */
export function probeHolder(socketPath: string): Promise<HolderState> {
  return converse<HolderState>({
    socketPath,
    timeoutMs: 2_000,
    absent: () => ({ kind: "stale" }),
    failed: (sentence) => ({ kind: "refused", sentence, hasAnswered: false }),
    hear(message) {
      if (message.kind === "welcome") return { kind: "alive", welcome: message.welcome };
      if (message.kind !== "refused") return undefined;
      return { kind: "refused", sentence: message.sentence, hasAnswered: true };
    },
  });
}

/** Ends a pane without a daemon: takes over the holder, closes it, and releases it. False: the holder did not end. */
export function endHolder(socketPath: string, graceMs: number): Promise<boolean> {
  return converse<boolean>({
    socketPath,
    timeoutMs: graceMs + 5_000,
    absent: () => true,
    failed: () => false,
    hear(message, send) {
      if (message.kind === "welcome") {
        send(encodeResume(message.welcome.endOffset));
        send(encodeClose(graceMs));
      } else if (message.kind === "output") {
        send(encodeAck(message.offset + message.bytes.length));
      } else if (message.kind === "exit") {
        send(encodeForget());
        return true;
      }
      return message.kind === "refused" ? false : undefined;
    },
  });
}
