import { MuxError } from "../../../core/errors.ts";
import { isUserOption, resolveOptionName } from "../../../core/options/option-name.ts";
import { type ShowOptions, showAllOptions, showOption } from "../../../core/options/show-options.ts";
import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { optionsOfFlags, optionsOfName } from "../options/option-places.ts";
import { type OptionRun, searchOf } from "../options/set-options.ts";

export const showOptions = defineCommand({
  name: "show-options",
  alias: "show",
  flags: "AgHpqst:vw",
  max: 1,
  usage: "[-AgHpqsvw] [-t target-pane] [option]",
  target: "pane?",
  afterHook: true,
  run: (run) => show(run),
});

export const showWindowOptions = defineCommand({
  name: "show-window-options",
  alias: "showw",
  flags: "gvt:",
  max: 1,
  usage: "[-gv] [-t target-window] [option]",
  target: "window?",
  afterHook: true,
  run: (run) => show(run, { window: true }),
});

export const showHooks = defineCommand({
  name: "show-hooks",
  flags: "gpt:w",
  max: 1,
  usage: "[-gpw] [-t target-pane]",
  target: "pane?",
  afterHook: true,
  run: (run) => show(run, { onlyHooks: true }),
});

/** show-options, show-window-options and show-hooks. */
function show(run: OptionRun, { window = false, onlyHooks = false } = {}): void {
  const { args, call } = run;
  const how = { valuesOnly: args.has("v"), inherited: args.has("A"), hooks: args.has("H"), onlyHooks };
  try {
    for (const line of lines(run, how, { window })) call.print(line);
  } catch (error) {
    const forgivable =
      error instanceof CommandError || (error instanceof MuxError && error.code === "no-such-option");
    if (!args.has("q") || !forgivable) throw error;
  }
}

function lines(run: OptionRun, how: ShowOptions, { window }: { window: boolean }): readonly string[] {
  const search = searchOf(run, { window });
  const given = run.args.operands[0];
  if (given === undefined) return showAllOptions(optionsOfFlags(search).options, how);
  const text = expandForTarget(run, given);
  const { name } = resolveOptionName(text);
  const found = isUserOption(name) ? optionsOfFlags(search) : optionsOfName(text, search);
  return showOption(found.options, text, how);
}
