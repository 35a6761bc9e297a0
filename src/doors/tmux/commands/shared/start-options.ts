import type { FormatPlace } from "../../../../core/format/context.ts";
import type { StartOptions } from "../../../../core/mux.ts";
import type { Pane, Session } from "../../../../core/tree/tree.ts";
import { CommandError } from "../../command-error.ts";
import { type AnyRun, expand } from "../../formats/expand.ts";
import type { Operands } from "../../parse-commands/command.ts";

type StartRun = AnyRun & { readonly args: Operands };

/** Options for a command that starts a process: the program, -c and -e, and the caller's directory. */
export function startOptions(run: StartRun, place: FormatPlace): StartOptions {
  const { args, call } = run;
  const path = call.outside?.environment.get("PATH");
  const cwd = startDirectory(run, place);
  return {
    command: args.operands,
    environment: assignments(args.all("e")),
    ...(cwd !== undefined && { cwd }),
    ...(path !== undefined && { path }),
    ...creators(run),
  };
}

/** A program in a pane may use the panes that it creates. Attached clients and control clients act for a person. */
function creators({ call: { outside, control }, door }: AnyRun): Pick<StartOptions, "creators"> {
  return outside && !control ? { creators: door.context.creatorsOf(outside.environment) } : {};
}

/** -c, relative to the caller's directory; undefined without -c. */
function startDirectory(run: StartRun, place: FormatPlace): string | undefined {
  const given = run.args.all("c").at(-1);
  if (given === undefined) return undefined;
  const expanded = expand(run, given, place);
  return expanded.startsWith("/") ? expanded : `${callerDirectory(run, place.session)}/${expanded}`;
}

/** A calling process outside has its own directory; everything else uses the session's. */
export function callerDirectory({ call, door }: AnyRun, session: Session | undefined): string {
  if (door.startDirectory !== undefined) return door.startDirectory;
  return call.outside ? call.cwd : (session?.cwd ?? call.cwd);
}

/** Parses NAME=value; a text without an equals sign is ignored, as in tmux. */
function assignments(texts: readonly string[]): readonly (readonly [string, string])[] {
  return texts.flatMap((text) => {
    const at = text.indexOf("=");
    return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)] as const];
  });
}

/**
 * Resolves when the program runs, so that the call is answered then. If the program cannot be started, the command
 * fails.
 */
export async function started(pane: Pane, failure: string): Promise<void> {
  try {
    await pane.process?.started;
  } catch (error) {
    throw new CommandError(`${failure}: ${(error as Error).message}`);
  }
}

/** The same for a pane that was created for the program: if the start fails, the pane is removed. */
export async function startedNew({ door: { mux } }: AnyRun, pane: Pane, failure: string): Promise<void> {
  try {
    await started(pane, failure);
  } catch (error) {
    if (mux.server.panes.get(pane.id) === pane) mux.killPane(pane);
    throw error;
  }
}
