import { MuxError } from "../../../core/errors.ts";
import { resolveOptionName } from "../../../core/options/option-name.ts";
import { optionEntry } from "../../../core/options/option-table.ts";
import { CommandError } from "../command-error.ts";
import type { CommandRun } from "../define-command.ts";
import type { Door } from "../door.ts";
import { type AnyRun, expandForTarget } from "../formats/expand.ts";
import type { Operands } from "../parse-commands/command.ts";
import { type FoundOptions, type OptionSearch, optionsOfName } from "./option-places.ts";

/** The part of a run that the commands about options share. */
export type OptionRun = AnyRun &
  Pick<CommandRun<string, "pane?">, "target" | "client" | "server"> & { readonly args: Operands };

/** set-option, set-window-option and set-hook are one command that searches different stores for the option. */
export function setOption(run: OptionRun, { window }: { readonly window: boolean }): void {
  const { args } = run;
  const name = expandForTarget(run, args.operands[0]!);
  try {
    const value =
      args.has("F") && args.operands[1] !== undefined
        ? expandForTarget(run, args.operands[1])
        : args.operands[1];
    change(run, optionsOfName(name, searchOf(run, { window })), { name, value });
  } catch (error) {
    const quiet = args.has("q") && isForgivable(error);
    if (!quiet) throw error;
  }
}

export function searchOf(
  { args, server, target }: Pick<OptionRun, "args" | "server" | "target">,
  { window }: { readonly window: boolean },
): OptionSearch {
  const flags = {
    global: args.has("g"),
    server: args.has("s"),
    window: window || args.has("w"),
    pane: args.has("p"),
  };
  return { server, target, targetText: args.all("t").at(-1), flags };
}

/** -q ignores an invalid name, a missing place or an existing value, never an invalid value. */
function isForgivable(error: unknown): boolean {
  if (error instanceof CommandError) return true;
  return (
    error instanceof MuxError && (error.code === "no-such-option" || error.message.startsWith("already set"))
  );
}

interface Setting {
  readonly name: string;
  readonly value: string | undefined;
}

function change(run: OptionRun, { options, scope }: FoundOptions, { name, value }: Setting): void {
  const { args, target } = run;
  if (args.has("u") || args.has("U")) {
    const panes = args.has("U") && scope === "window" ? (target.window?.panes ?? []) : [];
    for (const each of [...panes, { options }]) each.options.unset(name);
    return;
  }
  const text = value === undefined ? undefined : judgeOption(run.door, resolveOptionName(name).name, value);
  options.set(name, text, { append: args.has("a"), onlyIfUnset: args.has("o") });
}

/** Parses what the core cannot: commands, which are stored in printed form. */
export function judgeOption(door: Door, name: string, value: string): string {
  return optionEntry(name)?.type === "command" ? door.canonicalCommands(value) : value;
}
