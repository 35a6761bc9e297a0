import type { ExitState } from "../../../core/ports.ts";
import type { Session } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { callerDirectory } from "../commands/shared/start-options.ts";
import type { CommandRun } from "../define-command.ts";
import type { Door } from "../door.ts";
import type { AnyRun } from "../formats/expand.ts";

/** A command that prints more is ended: its output waits in memory until it is shown. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const SIGTERM = 15;

export interface ShellOutcome {
  readonly lines: readonly string[];
  readonly exit: ExitState;
}

/**
 * Runs a shell command to its end and returns its output, line by line, and its exit state. Throws if no process could
 * be made for it, so that if-shell takes neither branch.
 */
export function runShell(
  run: AnyRun & Pick<CommandRun<string, "pane?">, "target">,
  command: string,
): Promise<ShellOutcome> {
  const { session } = run.target;
  return runShellIn(run.door, { command, session, cwd: callerDirectory(run, session) });
}

export interface ShellPlace {
  readonly command: string;
  readonly session: Session | undefined;
  readonly cwd: string;
}

/** As `runShell`, in a directory, with the environment of a session. */
export async function runShellIn(
  door: Pick<Door, "jobs" | "shellRequest">,
  { command, session, cwd }: ShellPlace,
): Promise<ShellOutcome> {
  const chunks: Uint8Array[] = [];
  const request = door.shellRequest(command, session, cwd);
  let size = 0;
  const job = door.jobs.start(request, (bytes) => {
    size += bytes.length;
    if (size > MAX_OUTPUT_BYTES) job.signal(SIGTERM);
    else chunks.push(Uint8Array.from(bytes));
  });
  job.endInput();
  const exit = await job.exited;
  if (job.failure !== undefined) throw new CommandError(`failed to run command: ${command}: ${job.failure}`);
  if (size > MAX_OUTPUT_BYTES)
    throw new CommandError(`'${command}' was ended: it printed more than ${MAX_OUTPUT_BYTES} bytes`);
  const text = Buffer.concat(chunks).toString();
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return { lines, exit };
}

/** -b: no caller waits, so the client shows errors. */
export function inBackground(
  { client, door, command }: AnyRun & Pick<CommandRun, "client">,
  work: Promise<void>,
): undefined {
  const call = (client && door.faces.terminalOf(client)?.call) ?? door.ownCall();
  void work.catch((error: unknown) => door.report(call, (error as Error).message, command));
}
