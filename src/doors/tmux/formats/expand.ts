import type { FormatPlace } from "../../../core/format/context.ts";
import type { FormatReads } from "../../../core/format/format-reads.ts";
import { formatTrue } from "../../../core/format/format-true.ts";
import { currentTarget } from "../../../core/target/current-target.ts";
import type { CommandRun } from "../define-command.ts";
import type { Arguments } from "../parse-commands/command.ts";
import { expandFresh } from "./fresh-panes.ts";

/** The part of a command's run that does not depend on its types. */
export type AnyRun = Pick<CommandRun, "door" | "call" | "command" | "state">;

/** Adds the variables of the command, and of the hook that it runs in. */
export function withCommand({ command, state }: AnyRun, place: FormatPlace): FormatPlace {
  const commandVariables = new Map([["command", command.entry.name], ...state.variables]);
  return { commandVariables, mouse: state.press?.mouse, ...place };
}

export function expand(run: AnyRun, text: string, place: FormatPlace): string {
  return run.door.expand(text, withCommand(run, place));
}

/** Expands a format for the target of -t; with `time`, `%H` and the like are the time of day. */
export function expandForTarget(
  run: AnyRun & Pick<CommandRun<string, "pane?">, "target" | "client">,
  text: string,
  { time = false } = {},
): string {
  const { session, link, pane } = run.target;
  return expand(run, text, { client: run.client, session, link, pane, time });
}

/** Expands a format for a command without a target: uses what is current for the caller. */
export function expandAtCurrent(
  run: AnyRun & Pick<CommandRun, "server" | "caller" | "client">,
  text: string,
): string {
  const target = currentTarget(run.server, run.caller);
  return expand(run, text, {
    client: run.client,
    session: target?.session,
    link: target?.link,
    pane: target?.pane,
  });
}

/** -P: prints the place of a new pane, in the format of -F. */
export function printPlace(
  run: AnyRun & { readonly args: Arguments<"PF:"> },
  { session, link, pane }: FormatPlace,
): void {
  const { P, F = "#{session_name}:#{window_index}.#{pane_index}" } = run.args;
  if (P) run.call.print(expand(run, F, { session, link, pane }));
}

/** Prints a listing: one line for each row that passes the filter, from panes that are current. */
export function printRows(
  run: AnyRun,
  rows: () => readonly FormatPlace[],
  { template, filter }: { readonly template: string; readonly filter?: string | undefined },
): void | Promise<void> {
  const lines = (reads?: FormatReads) =>
    rows().flatMap((each) => {
      const row = { ...each, reads };
      const passes = filter === undefined || formatTrue(expand(run, filter, row));
      return passes ? [expand(run, template, row)] : [];
    });
  return expandFresh(run.door, lines, (fresh) => {
    for (const line of fresh) run.call.print(line);
  });
}

/** Rows that count as `#{line}`. */
export function numbered(rows: readonly FormatPlace[]): readonly FormatPlace[] {
  return rows.map((place, line) => ({ ...place, variables: new Map([["line", String(line)]]) }));
}
