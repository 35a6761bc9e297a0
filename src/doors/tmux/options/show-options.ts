import { MuxError } from "../../../core/errors.ts";
import { isUserOption, resolveOptionName } from "../../../core/options/option-name.ts";
import { type ShowOptions, showAllOptions, showOption } from "../../../core/options/show-options.ts";
import type { PartialTarget } from "../../../core/target/target.ts";
import type { Client, Server } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type AnyRun, expandForTarget } from "../formats/expand.ts";
import type { Operands } from "../parse-commands/parse-arguments.ts";
import { optionsOfFlags, optionsOfName } from "./option-places.ts";
import { searchOf } from "./set-options.ts";

interface ShowRun extends AnyRun {
  readonly args: Operands;
  readonly target: PartialTarget;
  readonly client: Client | undefined;
  readonly server: Server;
}

/** show-options, show-window-options and show-hooks. */
export function showOptions(run: ShowRun, { window = false, onlyHooks = false } = {}): void {
  const { args, call } = run;
  const show = { valuesOnly: args.has("v"), inherited: args.has("A"), hooks: args.has("H"), onlyHooks };
  try {
    for (const line of lines(run, show, { window })) call.print(line);
  } catch (error) {
    const forgivable =
      error instanceof CommandError || (error instanceof MuxError && error.code === "no-such-option");
    if (!args.has("q") || !forgivable) throw error;
  }
}

function lines(run: ShowRun, show: ShowOptions, { window }: { window: boolean }): readonly string[] {
  const search = searchOf(run, { window });
  const given = run.args.operands[0];
  if (given === undefined) return showAllOptions(optionsOfFlags(search).options, show);
  const text = expandForTarget(run, given);
  const { name } = resolveOptionName(text);
  const found = isUserOption(name) ? optionsOfFlags(search) : optionsOfName(text, search);
  return showOption(found.options, text, show);
}
