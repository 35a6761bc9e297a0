import { CommandError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import { promptTypes } from "../prompts/prompt-types.ts";

/** Shows every history as empty; the histories of attached terminals (`prompt-history.ts`) are not included. */
export const showPromptHistory = defineCommand({
  name: "show-prompt-history",
  alias: "showphist",
  flags: "T:",
  max: 0,
  usage: "[-T type]",
  afterHook: true,
  run({ args, call }) {
    if (args.T !== undefined && !promptTypes.includes(args.T))
      throw new CommandError(`invalid type: ${args.T}`);
    for (const type of args.T === undefined ? promptTypes : [args.T]) {
      call.print(`History for ${type}:\n`);
      call.print("");
    }
  },
});
