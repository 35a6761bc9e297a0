import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { historyTypes } from "../prompts/prompt-types.ts";

export const clearPromptHistory = defineCommand({
  name: "clear-prompt-history",
  alias: "clearphist",
  flags: "T:",
  max: 0,
  usage: "[-T type]",
  afterHook: true,
  run({ args, door }) {
    const types = historyTypes(args.T);
    if (!types) throw new CommandError(`invalid type: ${args.T}`);
    for (const type of types) door.promptHistory.clear(type);
  },
});
