import type { StartOptions } from "../../core/mux.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Session } from "../../core/tree/session.ts";
import { CommandError } from "./command-error.ts";
import type { FormatPlace } from "./door-server.ts";
import { type AnyRun, expand } from "./expand.ts";

interface StartRun extends AnyRun {
  readonly args: { readonly operands: readonly string[]; all(flag: string): readonly string[] };
}

/** What a command that starts a process says about it: the program, -c and -e, and where it is called from. */
export function startOptions(
  run: StartRun,
  place: FormatPlace & { readonly session?: Session | undefined },
): StartOptions {
  const { args, call } = run;
  const path = call.outside?.environment.get("PATH");
  const cwd = startDirectory(run, place);
  return {
    command: args.operands,
    environment: assignments(args.all("e")),
    ...(cwd !== undefined && { cwd }),
    ...(path !== undefined && { path }),
  };
}

/** -c, against where the caller stands; undefined where it is not given. */
export function startDirectory(run: StartRun, place: FormatPlace): string | undefined {
  const given = run.args.all("c").at(-1);
  if (given === undefined) return undefined;
  const expanded = expand(run, given, place);
  return expanded.startsWith("/") ? expanded : `${callerDirectory(run, place.session)}/${expanded}`;
}

/** A process that calls from outside brings its own directory; everything else happens in the session's. */
export function callerDirectory({ call, door }: AnyRun, session: Session | undefined): string {
  if (door.startDirectory !== undefined) return door.startDirectory;
  return call.outside ? call.cwd : (session?.cwd ?? call.cwd);
}

/** NAME=value; what has no equals sign is passed over, as in tmux. */
export function assignments(texts: readonly string[]): readonly (readonly [string, string])[] {
  return texts.flatMap((text) => {
    const at = text.indexOf("=");
    return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)] as const];
  });
}

/** The call is answered when the program runs. One that cannot be started is an error of the command. */
export async function started(pane: Pane, failure: string): Promise<void> {
  try {
    await pane.process?.started;
  } catch (error) {
    throw new CommandError(`${failure}: ${(error as Error).message}`);
  }
}

/** The same for a pane that was made for the program: without it nothing is left of the pane. */
export async function startedNew({ door: { mux } }: AnyRun, pane: Pane, failure: string): Promise<void> {
  try {
    await started(pane, failure);
  } catch (error) {
    if (mux.server.panes.get(pane.id) === pane) mux.killPane(pane);
    throw error;
  }
}
