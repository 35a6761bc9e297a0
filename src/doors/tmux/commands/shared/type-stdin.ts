import type { Pane } from "../../../../core/tree/tree.ts";
import { CommandError } from "../../command-error.ts";
import type { AnyRun } from "../../formats/expand.ts";

/** `-I`: writes the caller's standard input to the screen of a pane without a process. */
export function typeStdin({ call, door }: AnyRun, pane: Pane): Promise<void> | undefined {
  if (pane.process) throw new CommandError("pane is not empty");
  const { invocation } = call;
  if (!invocation || call.control) return undefined;
  return invocation.stdin.read().then((bytes) => {
    // There is no terminal driver, so each newline needs its own carriage return.
    pane.screen.write(replaceNewlines(bytes, "\r\n"));
    door.mux.paneOutput(pane);
  });
}

const NEWLINE = 0x0a;

/** Puts a text in the place of each newline. */
export function replaceNewlines(bytes: Uint8Array, text: string): Uint8Array {
  const replacement = Buffer.from(text);
  const newlines = bytes.reduce((count, byte) => count + (byte === NEWLINE ? 1 : 0), 0);
  const out = new Uint8Array(bytes.length + newlines * (replacement.length - 1));
  let at = 0;
  for (const byte of bytes) {
    if (byte === NEWLINE) {
      out.set(replacement, at);
      at += replacement.length;
    } else out[at++] = byte;
  }
  return out;
}
