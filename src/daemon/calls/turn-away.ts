import type { Socket } from "node:net";
import { NOT_ALLOWED } from "../../doors/tmux/access/permit.ts";
import { parseGlobalFlags } from "../../doors/tmux/parse-commands/global-flags.ts";
import { decodeClientMessage, encodeExit, encodeStderr, encodeStdout } from "../../wire/client-wire.ts";
import { FrameDecoder, WIRE_MAGIC, WIRE_PREAMBLE_SIZE } from "../../wire/frames.ts";

/** Time that a client has to send its call, and again to read why it is rejected. */
const PATIENCE_MS = 1000;
/** A stranger's call is read only to find -C: a longer one is rejected as a call without -C. */
const MOST_BYTES = 64 * 1024;

/** Rejects a connection with tmux's sentence, whatever the client sends: on stdout for a control client. */
export function turnAway(socket: Socket): void {
  let head = Buffer.alloc(0);
  const reject = (isControl: boolean) => {
    clearTimeout(waiting);
    // Reads and discards what the client sends: closing with unread bytes could discard the sentence before the client
    // reads it.
    socket.removeAllListeners("data").resume();
    const sentence = isControl
      ? encodeStdout(Buffer.from(`%exit ${NOT_ALLOWED}\n`))
      : encodeStderr(Buffer.from(`${NOT_ALLOWED}\n`));
    socket.end(Buffer.concat([sentence, encodeExit(1, false)]));
    setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  };
  const waiting = setTimeout(() => reject(false), PATIENCE_MS).unref();
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    head = Buffer.concat([head, chunk]);
    const argv = argvIn(head);
    if (argv !== "incomplete") reject(asksForControl(argv));
  });
}

/** The words of a client's call; none if the bytes are not a call. */
function argvIn(head: Buffer): readonly string[] | "incomplete" {
  let argv: readonly string[] | "incomplete" = "incomplete";
  try {
    const begun = head.subarray(0, WIRE_MAGIC.length);
    if (!begun.equals(WIRE_MAGIC.subarray(0, begun.length))) return [];
    const decoder = new FrameDecoder(MOST_BYTES, (frame) => {
      const message = decodeClientMessage(frame);
      argv = message.kind === "hello" ? message.hello.argv : [];
    });
    decoder.push(head.subarray(WIRE_PREAMBLE_SIZE));
  } catch {
    return [];
  }
  return argv;
}

function asksForControl(argv: readonly string[]): boolean {
  const flags = parseGlobalFlags(argv, "");
  return "controlMode" in flags && flags.controlMode > 0;
}
