import { ProtocolError } from "../../../protocol/errors.ts";
import type { Terminal } from "./terminals.ts";

/** The bytes are on their way when this returns; whoever runs the request waits until nothing can lose them. */
export function typeInto({ id, pane }: Terminal, text: string): void {
  if (!pane.process) throw new ProtocolError("context-exited", `nothing runs in terminal ${id} any more`);
  // A program that ends before it has read everything is no failure of the caller's.
  void pane.process.write(Buffer.from(text)).catch(() => {});
}
