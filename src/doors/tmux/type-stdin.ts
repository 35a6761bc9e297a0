import type { Pane } from "../../core/tree/pane.ts";
import { CommandError } from "./command-error.ts";
import type { AnyRun } from "./expand.ts";

/** `-I`: what the caller's standard input gives is written to the screen of a pane that has no process. */
export async function typeStdin({ call, door }: AnyRun, pane: Pane): Promise<void> {
  if (pane.process) throw new CommandError("pane is not empty");
  const { invocation } = call;
  if (!invocation || call.control) return;
  const bytes = await invocation.readStdin();
  pane.screen.write(bytes);
  door.mux.paneOutput(pane);
}
