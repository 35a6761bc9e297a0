import type { ExitState } from "../../../core/ports.ts";
import type { PartialTarget } from "../../../core/target/target.ts";
import type { Client } from "../../../core/tree/tree.ts";
import { callerDirectory } from "../commands/shared/start-options.ts";
import type { AnyRun } from "../formats/expand.ts";

/** Runs a shell command to its end and returns its output, line by line, and its exit state. */
export async function runShell(
  run: AnyRun & { readonly target: PartialTarget },
  command: string,
): Promise<{ readonly lines: readonly string[]; readonly exit: ExitState }> {
  const { door, target } = run;
  const chunks: Uint8Array[] = [];
  const request = door.shellRequest(command, target.session, callerDirectory(run, target.session));
  const job = door.startJob(request, (bytes) => chunks.push(Uint8Array.from(bytes)));
  job.endInput();
  const exit = await job.exited;
  const text = Buffer.concat(chunks).toString();
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return { lines, exit };
}

/** -b: no caller waits, so the client shows errors. */
export function inBackground(
  { client, door, command }: AnyRun & { readonly client: Client | undefined },
  work: Promise<void>,
): undefined {
  const call = (client && door.faces.terminalOf(client)?.call) ?? door.ownCall();
  void work.catch((error: unknown) => door.report(call, (error as Error).message, command));
}
