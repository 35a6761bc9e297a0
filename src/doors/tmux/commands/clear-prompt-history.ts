import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { promptTypes } from "../prompts/prompt-types.ts";

/** Validates the type only; the histories of attached terminals (`prompt-history.ts`) are left unchanged. */
export const clearPromptHistory = defineCommand({
  name: "clear-prompt-history",
  alias: "clearphist",
  flags: "T:",
  max: 0,
  usage: "[-T type]",
  afterHook: true,
  run({ args }) {
    if (args.T !== undefined && !promptTypes.includes(args.T))
      throw new CommandError(`invalid type: ${args.T}`);
  },
});
