import { typeInto as typeIntoProcess } from "../../../core/type-into.ts";
import { ProtocolError } from "../../../protocol/errors.ts";
import type { Terminal } from "./terminals.ts";

/** The bytes are on their way when this returns; `settled` waits until they cannot be lost any more. */
export function typeInto({ id, pane }: Terminal, text: string): void {
  if (!pane.process) throw new ProtocolError("context-exited", `nothing runs in terminal ${id} any more`);
  typeIntoProcess([{ process: pane.process, bytes: Buffer.from(text) }]);
}
